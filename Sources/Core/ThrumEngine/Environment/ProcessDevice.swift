import CLinux
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumPattern

/// Device of the process, from `THRUM_DEVICE`: `silent` by default, `unsupported`, or a registered ``OutputKind``.
package enum ProcessDevice {
  /// Value of `THRUM_DEVICE`, unless empty.
  ///
  /// As with secure_getenv(3), ignored in a privileged process, because a device's name can cause commands to run and
  /// files to be written.
  package static var asked: String? {
    asked(ProcessInfo.processInfo.environment, isPrivileged: thrum_is_privileged() != 0)
  }

  static func asked(_ environment: [String: String], isPrivileged: Bool) -> String? {
    guard let name = environment["THRUM_DEVICE"], !name.isEmpty, !isPrivileged else { return nil }
    return name
  }

  private static var name: String { asked ?? "silent" }

  static var profile: HardwareProfile { name == "unsupported" ? .noHaptics : .phone }

  /// Defaults with the specified output or, if that is unavailable, silence.
  static var defaults: EngineDefaults {
    LinkedLibraries.register()
    var defaults = EngineDefaults()
    let name = name
    guard ![SilentOutput.kind.name, SilentOutput.kind.otherName, "unsupported"].contains(name) else { return defaults }
    do throws(OutputError) { defaults.makeOutput = try OutputKind.output(named: name) } catch {
      complain(
        OutputKind.all.count == 1
          ? "THRUM_DEVICE=\(name) is not “silent” or “unsupported”; other devices need the product ThrumOutput: playing silence"
          : "THRUM_DEVICE: \(error) (“unsupported” means no haptics); playing silence")
    }
    return defaults
  }

  private static func complain(_ message: String) {
    let shown = UserText.printable(UserText.bounded(message, to: UserText.message))
    let text = Array("thrum: \(shown)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, text, text.count)
  }
}
