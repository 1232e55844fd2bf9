import ThrumDevice
import ThrumMessages
import ThrumPattern
import ThrumSystem

struct PhoneMessage: Equatable, Sendable {
  /// `nil` to stop.
  var command: String?
  /// Position in the pattern, s.
  var position = 0.0
  var rate = 1.0
  /// Length of the vibration.
  var seconds = 0.0

  static let stop = PhoneMessage()
}

/// A phone's shell, which plays patterns.
final class Phone: MessageDevice {
  /// Maximum times for an answer, s. A vibration that begins later than the first is of no use.
  static let (patience, cancelPatience) = (5.0, 1.5)

  private let serial: String
  private let abilities: PhoneAbilities
  private let adb: Adb
  private let cancellation: ChildCancellation?
  private let watch: UnplugWatch
  /// Whether the phone may have received a vibration that nothing has stopped.
  private var mayVibrate = false

  /// - Parameter cancellation: ends a command that hangs.
  init(
    _ serial: String, _ abilities: PhoneAbilities, _ loss: MessageLoss, adb: Adb = .system,
    unless cancellation: ChildCancellation? = nil, runtime: DeviceRuntime = .system
  ) {
    self.serial = serial
    self.abilities = abilities
    self.adb = adb
    self.cancellation = cancellation
    watch = UnplugWatch(serial, loss, adb: adb, runtime: runtime)
  }

  deinit {
    watch.end()
    if mayVibrate { _ = try? adb.shell(serial, cancel, within: Phone.cancelPatience) }
  }

  private var cancel: String { "cmd \(abilities.service) cancel" }

  func send(_ message: PhoneMessage) -> MessageOutcome {
    // A vibration whose answer does not come may still begin.
    mayVibrate = mayVibrate || message.command != nil
    do throws(OutputError) {
      let answer = try adb.shell(serial, message.command ?? cancel, within: Phone.patience, unless: cancellation)
      mayVibrate = message.command != nil
      // Old phones answer with this text and exit code 0.
      if answer.text.contains("DND mode") { return .refused(Phone.silenced("adb:\(serial)")) }
      guard answer.code != 0 || answer.text.contains("Exception") else { return .sent }
      mayVibrate = false
      try Phone.check(serial, adb, unless: cancellation)
      return .refused(
        OutputError(
          .failed, device: "adb:\(serial)", message: "the phone refused the vibration: \(Adb.summary(answer.text))"))
    } catch { return .gone(error) }
  }

  /// - Throws: ``OutputError`` if the phone is not connected.
  static func check(_ serial: String, _ adb: Adb, unless cancellation: ChildCancellation?) throws(OutputError) {
    guard try adb.run(["-s", serial, "get-state"], within: patience, unless: cancellation).code != 0 else { return }
    throw OutputError(
      .noDevice, device: "adb:\(serial)",
      message: "the phone “\(ThrumPattern.quoted(serial))” was disconnected; it plays on to the end of the pattern")
  }

  static func silenced(_ device: String) -> OutputError {
    OutputError(
      .notPermitted, device: device,
      message: "Do Not Disturb is on, so this phone ignores vibrations from adb: turn it off on the phone")
  }
}

/// Reports when a phone is unplugged, using adb's `wait-for-disconnect`.
final class UnplugWatch: Sendable {
  /// Minimum time between two waits, s.
  private static let interval = 1.0

  private let cancellation = ChildCancellation()
  private let signals: ThreadSignals

  init(_ serial: String, _ loss: MessageLoss, adb: Adb, runtime: DeviceRuntime) {
    signals = ThreadSignals(clock: runtime.clock)
    // If no thread can be started or adb lacks this command, the next message fails instead.
    try? runtime.startThread("thrum-unplug") { [self] in
      do throws(OutputError) {
        var begin = signals.clock.nanoseconds
        // An adb without this command fails at once.
        while try adb.run(["-s", serial, "wait-for-disconnect"], within: .infinity, unless: cancellation).code == 0 {
          do throws(OutputError) { try Phone.check(serial, adb, unless: cancellation) } catch {
            if !cancellation.isCancelled { loss.happen(error) }
            return
          }
          signals.sleep(until: begin + UInt64(UnplugWatch.interval * 1e9))
          begin = signals.clock.nanoseconds
        }
      } catch {}
    }
  }

  func end() {
    cancellation.cancel()
    signals.stop()
  }
}

/// Forms of a pattern, best first.
enum PhoneForm: Equatable {
  /// With intensity and sharpness.
  case envelope
  case amplitudes
  case onOff

  var words: String {
    switch self {
    case .envelope: "vibration XML with an envelope"
    case .amplitudes: "a waveform with amplitudes"
    case .onOff: "on and off only"
    }
  }
}
