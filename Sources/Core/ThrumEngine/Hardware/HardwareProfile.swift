/// Capabilities of a device.
public struct HardwareProfile: Equatable, Sendable {
  /// Name of the profile.
  public var name: String
  /// Whether engines can be created and play haptic events.
  public var supportsHaptics: Bool
  /// Whether audio events are played.
  public var supportsAudio: Bool
  /// Whether this is a game controller: no advanced players, no audio events, no 30 s limit.
  public var isController: Bool
  /// Memory limit in bytes for a process's sounds, decoded as floats.
  public var soundBytes = 8 << 20
  /// Seconds without an active player until auto-shutdown.
  public var idleSeconds = 120.0

  /// Creates a profile.
  public init(name: String, supportsHaptics: Bool, supportsAudio: Bool, isController: Bool = false) {
    self.name = name
    self.supportsHaptics = supportsHaptics
    self.supportsAudio = supportsAudio
    self.isController = isController
  }

  /// A phone with a Taptic Engine.
  public static let phone = HardwareProfile(name: "phone", supportsHaptics: true, supportsAudio: true)
  /// A tablet or Apple's simulator, without haptics.
  public static let noHaptics = HardwareProfile(name: "no-haptics", supportsHaptics: false, supportsAudio: true)
  /// A game controller.
  public static let controller = HardwareProfile(
    name: "controller", supportsHaptics: true, supportsAudio: false, isController: true)

  /// Device of a test that specifies none: a phone, or `noHaptics` if `THRUM_DEVICE` is `unsupported`.
  public static var standard: HardwareProfile { ProcessDevice.profile }

  /// All profiles.
  public static let all = [phone, noHaptics, controller]

  /// Finds a profile by name.
  public static func named(_ name: String) -> HardwareProfile? { all.first { $0.name == name } }
}
