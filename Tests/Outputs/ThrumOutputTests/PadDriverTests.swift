import Synchronization
import Testing
import ThrumDevice
import ThrumRender

@testable import ThrumOutput
@testable import ThrumPads

/// A pad with a driver that blocks, is slow or refuses. Its thread runs only when a test runs it.
@Suite("Pads: motor thread")
struct PadDriverTests {
  private final class Motors: RumbleMotors, Sendable {
    private struct State {
      var levels: [RumbleLevels] = []
      var answers: [GamePad.Outcome] = []
      /// Actions that run during the first calls.
      var meanwhile: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    var levels: [Double] { state.withLock { $0.levels.map(\.strong) } }

    func answer(_ answers: GamePad.Outcome...) { state.withLock { $0.answers = answers } }

    func meanwhile(_ acts: (@Sendable () -> Void)...) { state.withLock { $0.meanwhile = acts } }

    func rumble(_ levels: RumbleLevels, milliseconds: UInt32) -> GamePad.Outcome {
      let (answer, act) = state.withLock { state in
        state.levels.append(levels)
        return (
          state.answers.isEmpty ? .driven : state.answers.removeFirst(),
          state.meanwhile.isEmpty ? {} : state.meanwhile.removeFirst()
        )
      }
      act()
      return answer
    }
  }

  private static func level(_ strong: Double) -> RumbleLevels { RumbleLevels(strong: strong, weak: 0) }

  private func driver(_ system: FakeSystem, _ motors: Motors, _ loss: PadLoss = PadLoss()) -> PadDriver {
    PadDriver(loss, runtime: system.runtime) { () throws(OutputError) in motors }
  }

  @Test func `a blocking pad driver delays neither playback nor the stop`() {
    let system = FakeSystem()
    let driver = driver(system, Motors())
    // The driver's thread never runs.
    for step in 1...1000 { driver.set(PadDriverTests.level(Double(step) / 1000)) }
    #expect(system.seconds == 0)
    driver.stop()
    #expect(system.seconds <= 0.11)
  }

  @Test func `a slow driver receives the newest levels`() {
    let (system, motors) = (FakeSystem(), Motors())
    let driver = driver(system, motors)
    for step in 1...10 { driver.set(PadDriverTests.level(Double(step) / 10)) }
    motors.meanwhile(
      {
        driver.set(PadDriverTests.level(0.25))
        driver.set(PadDriverTests.level(0.5))
      }, { driver.stop() })
    system.runThreads()
    #expect(motors.levels == [1, 0.5])
  }

  @Test func `motors at rest are not set again`() {
    let (system, motors) = (FakeSystem(), Motors())
    let driver = driver(system, motors)
    driver.set(.none)
    driver.set(PadDriverTests.level(1))
    motors.meanwhile({ driver.set(.none) })
    system.at(1) { driver.set(.none) }
    system.at(2) { driver.stop() }
    system.runThreads()
    #expect(motors.levels == [1, 0])
  }

  @Test func `a rejected level does not end the driver, but a disconnected pad does`() {
    let (system, motors, loss) = (FakeSystem(), Motors(), PadLoss())
    motors.answer(.refused("no"), .gone)
    let driver = driver(system, motors, loss)
    driver.set(PadDriverTests.level(1))
    motors.meanwhile({ driver.set(PadDriverTests.level(0.5)) })
    system.runThreads()
    #expect(motors.levels.count == 2)
    #expect(loss.error?.reason == .noDevice)
  }

  @Test func `a pad driver without a thread is reported as an output problem`() {
    let (system, loss) = (FakeSystem(), PadLoss())
    system.refuseThreads()
    driver(system, Motors(), loss).stop()
    #expect(loss.error != nil && system.seconds == 0)
  }
}
