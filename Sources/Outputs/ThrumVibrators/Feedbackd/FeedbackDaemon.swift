import CVibrators
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
    name, summary: "the vibrator of a Linux phone, through feedbackd", audience: .hand, obeys: [.samples],
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

/// feedbackd's haptic interface (`org.sigxcpu.Feedback.Haptic`, since 0.6).
///
/// - Thread: one at a time.
protocol HapticService: AnyObject {
  /// Replaces this program's last vibration, or ends it if there are no steps. Waits for the answer.
  func vibrate(_ steps: [HapticStep]) -> HapticAnswer
}

struct HapticStep: Equatable, Sendable {
  /// 0…1.
  var amplitude: Double
  var milliseconds: UInt32
}

enum HapticAnswer: Equatable, Sendable {
  case accepted
  /// There is no vibrator, the profile is silent, or the phone itself is vibrating.
  case denied
  /// `name` is the D-Bus error's name, possibly empty.
  case failed(number: Int32, name: String, message: String)
}

final class SessionBus: HapticService {
  /// Maximum time for an answer, µs.
  private static let patience: UInt64 = 1_000_000

  private let bus: OpaquePointer
  private let startsDaemon: Bool

  /// - Parameter startsDaemon: whether the bus may start feedbackd.
  init(startsDaemon: Bool = true) throws(OutputError) {
    if let problem = thrum_bus_load() {
      throw OutputError(.noDevice, device: FeedbackDaemon.name, message: String(cString: problem))
    }
    var opened: OpaquePointer?
    let number = thrum_bus_open(&opened)
    guard number == 0, let opened else {
      throw OutputError(
        .noServer, device: FeedbackDaemon.name,
        message: "there is no session bus (\(String(cString: strerror(number)))): "
          + "use a desktop session, or dbus-run-session")
    }
    bus = opened
    self.startsDaemon = startsDaemon
  }

  deinit { thrum_bus_close(bus) }

  func vibrate(_ steps: [HapticStep]) -> HapticAnswer {
    let all = steps.map { thrum_bus_step(amplitude: $0.amplitude, milliseconds: $0.milliseconds) }
    var answer = thrum_bus_answer()
    thrum_bus_vibrate(bus, "thrum", all, Int32(all.count), startsDaemon ? 1 : 0, SessionBus.patience, &answer)
    guard answer.error != 0 else { return answer.is_accepted != 0 ? .accepted : .denied }
    return .failed(
      number: answer.error, name: withUnsafeBytes(of: answer.name) { SessionBus.text($0) },
      message: withUnsafeBytes(of: answer.message) { SessionBus.text($0) })
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
