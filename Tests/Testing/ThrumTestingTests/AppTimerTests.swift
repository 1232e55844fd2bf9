import Dispatch
import Foundation
import Synchronization
import Testing
import ThrumEngine
import ThrumTesting

/// An app's own timers.
@Suite(.haptics(mayBeUnused: true)) struct AppTimerTests {
  /// Virtual times at which something was called.
  private final class Times: Sendable {
    private let phone = HapticEnvironment.current
    private let list = Mutex<[Double]>([])

    var all: [Double] { list.withLock { $0 } }

    func add() { list.withLock { $0.append((phone.now * 1000).rounded() / 1000) } }
  }

  private let phone = HapticEnvironment.current
  private let times = Times()

  /// An app's synchronous function; async code cannot schedule a timer.
  private func schedule(_ interval: Double, repeats: Bool = false, _ body: @escaping @Sendable () -> Void) -> Timer {
    Timer.scheduledTimer(withTimeInterval: interval, repeats: repeats) { _ in body() }  // lane: it is in virtual time
  }

  private func source(on queue: DispatchQueue? = nil) -> any DispatchSourceTimer {
    DispatchSource.makeTimerSource(queue: queue)  // lane: it is in virtual time
  }

  // TIME-14
  @Test @MainActor func `a scheduled timer fires once, at its virtual time, on the main queue`() async {
    let timer = schedule(0.25) { [times] in
      dispatchPrecondition(condition: .onQueue(.main))
      times.add()
    }
    await phone.advance(by: 0.2)
    #expect(times.all.isEmpty && timer.isValid)
    await phone.advance(by: 10)
    #expect(times.all == [0.25])
    #expect(!timer.isValid)
  }

  // TIME-14
  @Test @MainActor func `a repeating timer fires at each of its times until it is invalidated`() async {
    await phone.advance(by: 1)
    let timer = schedule(0.5, repeats: true) { [times] in times.add() }
    await phone.advance(by: 1.7)
    timer.invalidate()
    await phone.advance(by: 10)
    #expect(times.all == [1.5, 2, 2.5])
  }

  // TIME-14
  @Test @MainActor func `a timer added to the main run loop in two modes fires once`() async {
    let timer = Timer(timeInterval: 0.3, repeats: false) { [times] _ in times.add() }
    RunLoop.main.add(timer, forMode: .default)
    RunLoop.main.add(timer, forMode: .common)
    await phone.advance(by: 2)
    #expect(times.all == [0.3])
  }

  // TIME-14
  @Test func `a timer on a thread's own run loop runs in real time and is named in the timeline`() async {
    let thread = Thread { [phone] in  // lane: the test needs another run loop
      HapticEnvironment.$scoped.withValue(phone) {
        _ = schedule(0.1) {}
      }
    }
    thread.start()
    while !thread.isFinished { await Task.yield() }
    #expect(phone.timeline.description.contains("a Timer was added to a thread's own run loop"))
  }

  // TIME-15
  @Test func `a timer source fires at its virtual times until it is cancelled`() async {
    let source = self.source(on: DispatchQueue(label: "app"))
    source.setEventHandler { [times] in times.add() }
    source.schedule(deadline: .now() + 0.2, repeating: 0.1)
    source.resume()
    await phone.advance(by: 0.45)
    source.cancel()
    await phone.advance(by: 10)
    #expect(times.all == [0.2, 0.3, 0.4])
  }

  // TIME-15
  @Test func `a timer source without a period fires once`() async {
    let source = self.source(on: .main)
    source.setEventHandler { [times] in times.add() }
    source.schedule(deadline: .now() + 3)
    source.activate()
    await phone.advance(by: 2.9)
    #expect(times.all.isEmpty)
    await phone.advance(by: 10)
    #expect(times.all == [3])
    source.cancel()
  }

  // TIME-15
  @Test func `a suspended timer source fires when it resumes`() async {
    let source = self.source()
    source.setEventHandler { [times] in times.add() }
    source.schedule(deadline: .now() + 0.1)
    source.resume()
    source.suspend()
    await phone.advance(by: 1)
    #expect(times.all.isEmpty)
    source.resume()
    while times.all.isEmpty { await Task.yield() }
    #expect(times.all == [1])
    source.cancel()
  }

  // TIME-15
  @Test func `a rescheduled timer source no longer fires at its earlier times`() async {
    let source = self.source()
    source.setEventHandler { [times] in times.add() }
    source.schedule(deadline: .now() + 0.1, repeating: 0.1)
    source.resume()
    await phone.advance(by: 0.15)
    source.schedule(deadline: .now() + 1)
    await phone.advance(by: 5)
    #expect(times.all == [0.1, 1.15])
    source.cancel()
  }

  // TIME-15
  @Test func `a released timer source stops firing`() async {
    do {
      let source = self.source()
      source.setEventHandler { [times] in times.add() }
      source.schedule(deadline: .now() + 0.1, repeating: 0.1)
      source.resume()
      await phone.advance(by: 0.15)
    }
    await phone.advance(by: 1)
    #expect(times.all == [0.1])
  }

  // TIME-15
  @Test func `a timer source that cancels itself in its handler fires once`() async {
    let source = self.source()
    source.setEventHandler { [times] in
      times.add()
      source.cancel()
    }
    source.schedule(deadline: .now() + 0.1, repeating: 0.1)
    source.resume()
    await phone.advance(by: 1)
    #expect(times.all == [0.1])
  }
}
