import FoundationEssentials
import Glibc
import ThrumDevice

/// The monitor that `play` takes when none is given, and why.
struct MonitorChoice {
  let mode: MonitorMode
  /// Volume, dB. A small loudspeaker gets no bass, and may play as loud as it can; whatever has a cone that moves far starts lower.
  let gainDecibels: Double
  /// Why, for the user; `nil` when there is nothing to choose.
  let reason: String?

  /// What was asked for; else what the machine is likely to have. What is no loudspeaker gets the actuator as it is.
  ///
  /// - Parameters:
  ///   - given: `--monitor`.
  ///   - isLoudspeaker: whether a sound card or a sound server plays.
  ///   - isPortable: whether the machine has a loudspeaker of its own, which is a small one.
  init(_ given: MonitorMode?, isLoudspeaker: Bool, isPortable: Bool) {
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

  /// For what moves a hand: the actuator's own waveform at its own level, which leaves a voice coil 14 dB of room.
  static func inTheHand(_ given: MonitorMode?) -> MonitorChoice { MonitorChoice(given ?? .full, gainDecibels: 0) }

  /// For files and pictures, which are made alike on every machine.
  static let ofFiles = MonitorChoice(.full, gainDecibels: 0)

  /// The first line of `play`.
  var line: String? {
    reason.map { "monitor \(mode.rawValue): \($0) (--monitor full for the actuator's own waveform)" }
  }

  /// Whether the machine's case is that of a laptop, a tablet or the like: the type in its SMBIOS (DSP0134, 7.4.1), by the kernel.
  static let isPortable: Bool = {
    let text = try? String(contentsOfFile: "/sys/class/dmi/id/chassis_type", encoding: .utf8)
    let type = text.flatMap { Int($0.filter(\.isNumber)) }
    return type.map { [8, 9, 10, 11, 14, 30, 31, 32].contains($0) } ?? false
  }()
}
