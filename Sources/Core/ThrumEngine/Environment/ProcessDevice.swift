import CRealtime
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumPattern

/// What `THRUM_DEVICE` says about the process's own device: `silent`, which it is without a word, `unsupported`, or one of
/// the outputs that are known (``OutputKind``).
///
/// - Thread: any.
package enum ProcessDevice {
  /// What `THRUM_DEVICE` asks for; `nil` when it is unset or empty.
  ///
  /// A process that runs with more privileges than its caller ignores it, as secure_getenv(3) does: a device's name can
  /// run commands and write files.
  package static var asked: String? {
    asked(ProcessInfo.processInfo.environment, isPrivileged: thrum_is_privileged() != 0)
  }

  static func asked(_ environment: [String: String], isPrivileged: Bool) -> String? {
    guard let name = environment["THRUM_DEVICE"], !name.isEmpty, !isPrivileged else { return nil }
    return name
  }

  private static var name: String { asked ?? "silent" }

  /// `unsupported` is a device without haptics; all else is a phone.
  static var profile: HardwareProfile { name == "unsupported" ? .noHaptics : .phone }

  /// Silent unless asked for; what cannot be had is said once, and is silent.
  static var defaults: EngineDefaults {
    LinkedLibraries.register()
    var defaults = EngineDefaults()
    let name = name
    guard name != "silent", name != "unsupported" else { return defaults }
    do throws(OutputError) { defaults.makeOutput = try OutputKind.output(named: name) } catch {
      complain(
        OutputKind.all.count == 1
          ? "THRUM_DEVICE=\(name) needs the product ThrumOutput in the program: it stays silent"
          : "THRUM_DEVICE: \(error) or unsupported: it stays silent")
    }
    return defaults
  }

  private static func complain(_ message: String) {
    let shown = UserText.printable(UserText.bounded(message, to: UserText.message))
    let text = Array("thrum: \(shown)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, text, text.count)
  }
}
