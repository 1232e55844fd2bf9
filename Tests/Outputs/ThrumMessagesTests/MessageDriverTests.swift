import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumMessages
import ThrumRender

@testable import ThrumOutput
@testable import ThrumPads

/// A device that blocks, is slow or refuses. The driver's thread runs only when a test runs it.
@Suite("Messages: the driver's thread")
struct MessageDriverTests {
  private final class Motors: MessageDevice, Sendable {
    private struct State {
      var levels: [RumbleLevels] = []
      var answers: [MessageOutcome] = []
      /// Actions that run during the first calls.
      var meanwhile: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    var levels: [Double] { state.withLock { $0.levels.map(\.strong) } }

    func answer(_ answers: MessageOutcome...) { state.withLock { $0.answers = answers } }

    func meanwhile(_ acts: (@Sendable () -> Void)...) { state.withLock { $0.meanwhile = acts } }

    func send(_ levels: RumbleLevels) -> MessageOutcome {
      let (answer, act) = state.withLock { state in
        state.levels.append(levels)
        return (
          state.answers.isEmpty ? .sent : state.answers.removeFirst(),
          state.meanwhile.isEmpty ? {} : state.meanwhile.removeFirst()
        )
      }
      act()
      return answer
    }
  }

  private static func level(_ strong: Double) -> RumbleLevels { RumbleLevels(strong: strong, weak: 0) }

  private func driver(_ system: FakeSystem, _ motors: Motors, _ loss: MessageLoss = MessageLoss()) -> MessageDriver<
    RumbleLevels
  > {
    MessageDriver("thrum-pad", rest: .none, loss, runtime: system.runtime) { () throws(OutputError) in motors }
  }

  @Test func `a blocking pad driver delays neither playback nor the stop`() {
    let system = FakeSystem()
    let driver = driver(system, Motors())
    // The driver's thread never runs.
    for step in 1...1000 { driver.set(MessageDriverTests.level(Double(step) / 1000)) }
    #expect(system.seconds == 0)
    driver.stop(within: 0.1)
    #expect(system.seconds <= 0.11)
  }

  @Test func `a slow driver receives the newest levels`() {
    let (system, motors) = (FakeSystem(), Motors())
    let driver = driver(system, motors)
    for step in 1...10 { driver.set(MessageDriverTests.level(Double(step) / 10)) }
    motors.meanwhile(
      {
        driver.set(MessageDriverTests.level(0.25))
        driver.set(MessageDriverTests.level(0.5))
      }, { driver.stop(within: 0.1) })
    system.runThreads()
    #expect(motors.levels == [1, 0.5])
  }

  @Test func `motors already at rest are not stopped again`() {
    let (system, motors) = (FakeSystem(), Motors())
    let driver = driver(system, motors)
    driver.set(.none)
    driver.set(MessageDriverTests.level(1))
    motors.meanwhile({ driver.set(.none) })
    system.at(1) { driver.set(.none) }
    system.at(2) { driver.stop(within: 0.1) }
    system.runThreads()
    #expect(motors.levels == [1, 0])
  }

  @Test func `a driver survives a rejected level but ends when its pad is disconnected`() {
    let (system, motors, loss) = (FakeSystem(), Motors(), MessageLoss())
    motors.answer(
      .refused(OutputError(.failed, device: "pad", message: "no")),
      .gone(OutputError(.noDevice, device: "pad", message: "gone")))
    let driver = driver(system, motors, loss)
    driver.set(MessageDriverTests.level(1))
    motors.meanwhile({ driver.set(MessageDriverTests.level(0.5)) })
    system.runThreads()
    #expect(motors.levels.count == 2)
    #expect(loss.error?.reason == .noDevice)
  }

  @Test func `a pad driver without a thread is reported as an output problem`() {
    let (system, loss) = (FakeSystem(), MessageLoss())
    system.refuseThreads()
    driver(system, Motors(), loss).stop(within: 0.1)
    #expect(loss.error != nil && system.seconds == 0)
  }

  @Test func `each delivery records the times before and after sending`() {
    let (system, motors) = (FakeSystem(), Motors())
    let driver = driver(system, motors)
    #expect(driver.delivery == nil)
    driver.set(MessageDriverTests.level(1))
    motors.meanwhile({ system.pass(0.25) })
    system.at(2) { driver.stop(within: 0.1) }
    system.runThreads()
    #expect(driver.delivery?.message == MessageDriverTests.level(1))
    #expect(driver.delivery?.seconds == 0.25)
  }
}
