/// What a device can do.
public struct HardwareProfile: Equatable, Sendable {
  /// The profile's name.
  public var name: String
  /// Whether engines can be made and haptic events played.
  public var supportsHaptics: Bool
  /// Whether audio events are played.
  public var supportsAudio: Bool
  /// Whether engines belong to a game controller: no advanced players, audio events ignored, no 30 s limit.
  public var isController: Bool
  /// Bytes that all registered sounds of a process may take, decoded to floats.
  public var soundBytes = 8 << 20
  /// Seconds without an active player after which auto-shutdown stops an engine.
  public var idleSeconds = 120.0

  /// Makes a profile.
  public init(name: String, supportsHaptics: Bool, supportsAudio: Bool, isController: Bool = false) {
    self.name = name
    self.supportsHaptics = supportsHaptics
    self.supportsAudio = supportsAudio
    self.isController = isController
  }

  /// A phone with a Taptic Engine.
  public static let phone = HardwareProfile(name: "phone", supportsHaptics: true, supportsAudio: true)
  /// A tablet, a simulator: no haptics, and no engine.
  public static let noHaptics = HardwareProfile(name: "no-haptics", supportsHaptics: false, supportsAudio: true)
  /// A game controller.
  public static let controller = HardwareProfile(
    name: "controller", supportsHaptics: true, supportsAudio: false, isController: true)

  /// All profiles.
  public static let all = [phone, noHaptics, controller]

  /// The profile of a name.
  public static func named(_ name: String) -> HardwareProfile? { all.first { $0.name == name } }
}
