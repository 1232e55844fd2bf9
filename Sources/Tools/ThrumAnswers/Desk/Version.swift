import ThrumDevice
import ThrumPattern
import ThrumRender

/// A text, and what it is rendered for.
package struct Version: Equatable, Sendable {
  package let text: String
  /// Tells where the pattern's sounds are.
  package let path: String
  package let actuator: String?
  package let monitor: MonitorMode
  /// dB.
  package let gain: Double
  package let sampleRate: Double

  package init(
    text: String, path: String = "", actuator: String? = nil, monitor: MonitorMode = .full, gain: Double = 0,
    sampleRate: Double = 48_000
  ) {
    (self.text, self.path, self.actuator, self.monitor) = (text, path, actuator, monitor)
    (self.gain, self.sampleRate) = (gain, sampleRate)
  }

  init(_ form: inout Form) {
    let asked = AskedText(&form)
    (text, path) = (asked.text, asked.path)
    actuator = form.text(ifPresent: "actuator", "the motor; without it, the host's first").flatMap {
      $0.isEmpty ? nil : $0
    }
    let name = form.text(ifPresent: "monitor", "how the haptics are made audible; without it, “full”") ?? ""
    let mode = MonitorMode(rawValue: name)
    if mode == nil, !name.isEmpty { form.refuse("there is no monitor “\(quoted(name))”") }
    monitor = mode ?? .full
    gain = form.number(ifPresent: "gain", "volume, −120 to 40 dB; without it, 0") ?? 0
    if !(-120...40).contains(gain) { form.refuse("the volume must be between -120 and 40 dB") }
    sampleRate = form.number(ifPresent: "sampleRate", "of the sound, Hz; without it, 48,000") ?? 48_000
  }
}
