import FoundationEssentials
import Glibc
import ThrumDevice

package struct MonitorChoice: Sendable {
  package let mode: MonitorMode
  /// 0 for small speakers, which receive no bass. Other loudspeakers start lower, to protect their cones.
  package let gainDecibels: Double
  /// Shown to the user if the mode was chosen automatically.
  package let reason: String?

  /// Uses the given mode, or one that suits the machine. Outputs that are not loudspeakers get `full`.
  package init(_ given: MonitorMode?, isLoudspeaker: Bool, isPortable: Bool) {
    if let given {
      self.init(given)
    } else if !isLoudspeaker {
      self.init(.full)
    } else if isPortable {
      self.init(.smallSpeaker, reason: "built-in speakers have no bass")
    } else {
      self.init(.felt, reason: "loudness follows felt strength, for headphones and full-range loudspeakers")
    }
  }

  private init(_ mode: MonitorMode, reason: String? = nil) {
    self.init(mode, gainDecibels: mode == .smallSpeaker ? 0 : -12, reason: reason)
  }

  private init(_ mode: MonitorMode, gainDecibels: Double, reason: String? = nil) {
    self.mode = mode
    self.gainDecibels = gainDecibels
    self.reason = reason
  }

  /// Returns the choice for game pads. Unity gain leaves a voice coil 14 dB of headroom.
  package static func inTheHand(_ given: MonitorMode?) -> MonitorChoice {
    MonitorChoice(given ?? .full, gainDecibels: 0)
  }

  package static let ofFiles = MonitorChoice(.full, gainDecibels: 0)

  package var line: String? {
    reason.map { "monitor \(mode.rawValue): \($0) (--monitor full plays the actuator's own waveform)" }
  }

  /// Whether the machine is a laptop, a tablet or similar, by its SMBIOS chassis type (DSP0134, 7.4.1).
  package static let isPortable: Bool = {
    let text = try? String(contentsOfFile: "/sys/class/dmi/id/chassis_type", encoding: .utf8)
    let type = text.flatMap { Int($0.filter(\.isNumber)) }
    return type.map { [8, 9, 10, 11, 14, 30, 31, 32].contains($0) } ?? false
  }()
}
