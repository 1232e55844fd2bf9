import CVibrators
import Glibc
import ThrumDevice

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
