import Glibc
import ThrumDevice
import ThrumMessages
import ThrumSystem

/// The vibrator of a Linux phone, driven by feedbackd.
///
/// Each call replaces the previous one. A level is a step that ends soon after the next call is due, so the motor stops
/// if Thrum is killed.
final class FeedbackDaemon: MessageDevice {
  static let name = "feedbackd"

  private let service: any HapticService
  private let clock: any DeviceClock
  private var pace = LevelPace()

  init(_ service: any HapticService, clock: any DeviceClock = SystemClock()) {
    self.service = service
    self.clock = clock
  }

  deinit { _ = service.vibrate([]) }

  func send(_ levels: RumbleLevels) -> MessageOutcome {
    guard pace.take(levels, at: clock.nanoseconds) else { return .sent }
    let steps =
      levels == .none
      ? [] : [HapticStep(amplitude: min(1, levels.strong), milliseconds: UInt32(LevelPace.limit * 1000))]
    let answer = service.vibrate(steps)
    guard let error = FeedbackDaemon.error(answer) else { return .sent }
    pace.forget()
    return [.noDevice, .noServer].contains(error.reason) ? .gone(error) : .refused(error)
  }

  static func check(_ service: any HapticService) throws(OutputError) -> MotorLayout {
    if let error = error(service.vibrate([])) { throw error }
    return .one(motor)
  }

  /// A small eccentric motor, as in the first Linux phones. Assumed.
  private static let motor = RumbleProfile.Motor(threshold: 0.1, latency: 0.03)

  private static func error(_ answer: HapticAnswer) -> OutputError? {
    switch answer {
    case .accepted: nil
    case .denied:
      OutputError(
        .unsupported, device: name,
        message: "feedbackd refused to vibrate: it found no vibrator, its profile is silent (try `fbcli -P quiet`), or "
          + "the phone itself is vibrating")
    case .failed(let number, let name, let message): error(number, name, message)
    }
  }

  private static func error(_ number: Int32, _ fault: String, _ message: String) -> OutputError {
    switch fault.split(separator: ".").last {
    case "ServiceUnknown", "NameHasNoOwner":
      OutputError(.noDevice, device: name, message: "feedbackd is not running: install the package feedbackd")
    case "UnknownMethod", "UnknownInterface", "UnknownObject":
      OutputError(
        .unsupported, device: name,
        message: "feedbackd offers no haptics: it found no vibrator, or it is older than 0.6")
    default:
      switch number {
      case ETIMEDOUT: OutputError(.timeout, device: name, message: "feedbackd did not answer within 1 s")
      case ECONNRESET, ENOTCONN, EPIPE:
        OutputError(.noServer, device: name, message: "the session bus closed the connection")
      default: OutputError(.failed, device: name, message: "feedbackd failed: \(message)")
      }
    }
  }
}

extension FeedbackDaemon {
  static let kind = OutputKind(
    name, summary: "the vibrator of a Linux phone, through feedbackd", audience: .hand,
    list: {
      guard let bus = try? SessionBus(startsDaemon: false), (try? check(bus)) != nil else { return [] }
      return [ListedDevice(name: name, source: .vibrator, summary: "vibrator, through feedbackd")]
    },
    make: { _ in
      LevelOutput(
        name, check: { () throws(OutputError) in try check(try SessionBus()) },
        connect: { () throws(OutputError) in FeedbackDaemon(try SessionBus()) })
    })
}
