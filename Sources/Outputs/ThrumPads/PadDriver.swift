import CRealtime
import Synchronization
import ThrumDevice
import ThrumSystem

/// The motors of a pad, as ``PadDriver`` sets them.
///
/// - Thread: one at a time.
protocol RumbleMotors: AnyObject {
  /// Sets both motors for a while. May block, for as long as the pad's driver does.
  func rumble(_ levels: RumbleLevels, milliseconds: UInt32) -> GamePad.Outcome
}

extension GamePad: RumbleMotors {}

/// Drives a pad's motors on a thread of its own: its driver may block in any call, and playback continues meanwhile.
///
/// Levels replace each other until the thread takes them, so a slow driver gets the newest.
///
/// - Thread: any.
final class PadDriver: Sendable {
  /// The motors stop this long after the last command, ms.
  private static let patience: UInt32 = 250
  /// How long a stop waits for the motors, s; a thread that is blocked is left behind and stops them when it returns.
  private static let stopSeconds = 0.1

  private let next = Mutex<RumbleLevels?>(nil)
  private let isMoving = Atomic<Bool>(false)
  private let signals: ThreadSignals
  private let loss: PadLoss

  /// Starts the thread; `open`, which may block too, runs on it.
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

  /// Asks for levels, in place of those that were not taken yet. Never waits for the motors.
  func set(_ levels: RumbleLevels) {
    guard levels != .none || isMoving.load(ordering: .acquiring) else { return }
    if levels != .none { isMoving.store(true, ordering: .releasing) }
    next.withLock { $0 = levels }
    thrum_event_raise(signals.wake)
  }

  /// Stops the motors and the thread.
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
        // Tried again with the next level; motors that were to stop may still run.
        loss.happen(OutputError(.failed, device: "pad", message: "the game pad’s motors refused a level: \(why)"))
      case .gone:
        loss.happen(OutputError(.noDevice, device: "pad", message: "the game pad was disconnected"))
        motors = nil
      }
    }
  }

  /// The motors stand still, unless they were asked to move in the meantime.
  private func rest() { next.withLock { if $0 == nil { isMoving.store(false, ordering: .releasing) } } }
}
