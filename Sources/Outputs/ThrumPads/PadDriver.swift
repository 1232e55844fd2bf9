import CRealtime
import Synchronization
import ThrumDevice
import ThrumSystem

/// - Thread: one at a time.
protocol RumbleMotors: AnyObject {
  /// Drives both motors for a time. May block in the driver.
  func rumble(_ levels: RumbleLevels, milliseconds: UInt32) -> GamePad.Outcome
}

extension GamePad: RumbleMotors {}

/// Drives a pad's motors on its own thread, since the driver may block. If the driver is slow, skips to the newest
/// levels.
final class PadDriver: Sendable {
  /// Time after which the motors stop without a new command, ms.
  private static let patience: UInt32 = 250
  /// Maximum time that a stop waits, s. A blocked thread stops the motors once it returns.
  private static let stopSeconds = 0.1

  private let next = Mutex<RumbleLevels?>(nil)
  private let isMoving = Atomic<Bool>(false)
  private let signals: ThreadSignals
  private let loss: PadLoss

  /// Starts the thread and calls `open` on it, which may block.
  init(
    _ loss: PadLoss, runtime: DeviceRuntime = .system,
    open: @escaping @Sendable () throws(OutputError) -> any RumbleMotors
  ) {
    self.loss = loss
    signals = ThreadSignals(clock: runtime.clock)
    do throws(ThreadError) {
      try runtime.startThread("thrum-pad") { [self] in
        run(open)
        signals.end()
      }
    } catch {
      loss.happen(OutputError(error))
      signals.end()
    }
  }

  /// Replaces any levels still waiting. Never blocks.
  func set(_ levels: RumbleLevels) {
    guard levels != .none || isMoving.load(ordering: .acquiring) else { return }
    if levels != .none { isMoving.store(true, ordering: .releasing) }
    next.withLock { $0 = levels }
    thrum_event_raise(signals.wake)
  }

  func stop() {
    signals.stop()
    _ = signals.waitForEnd(seconds: PadDriver.stopSeconds)
  }

  private func run(_ open: () throws(OutputError) -> any RumbleMotors) {
    var motors: (any RumbleMotors)?
    do throws(OutputError) { motors = try open() } catch { loss.happen(error) }
    while let pad = motors, !signals.isStopping {
      guard let levels = next.withLock({ $0.take() }) else {
        signals.sleep(until: UInt64(Int64.max))
        continue
      }
      switch pad.rumble(levels, milliseconds: PadDriver.patience) {
      case .driven: if levels == .none { rest() }
      case .refused(let why):
        // Retry with the next level. Motors that should stop may still be running.
        loss.happen(OutputError(.failed, device: "pad", message: "the game pad’s motors refused a level: \(why)"))
      case .gone:
        loss.happen(OutputError(.noDevice, device: "pad", message: "the game pad was disconnected"))
        motors = nil
      }
    }
  }

  /// Records that the motors are at rest, unless a new level is waiting.
  private func rest() { next.withLock { if $0 == nil { isMoving.store(false, ordering: .releasing) } } }
}
