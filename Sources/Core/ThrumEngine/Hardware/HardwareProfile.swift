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
  /// Whether feedback generators and system sounds are felt although engines cannot be created.
  public var playsFeedbackOnly = false
  /// Memory limit in bytes for a process's sounds, decoded as floats.
  public var soundBytes = 8 << 20
  /// Seconds without an active player until auto-shutdown.
  public var idleSeconds = 120.0
  /// Whether a basic player that the app has stopped plays again. On some phones, it stayed silent.
  public var restartsStoppedPlayers = true
  /// How long calls block their caller. If `nil`, no time passes in them.
  public var waits: CallWaits?

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
  /// A phone whose Taptic Engine plays feedback, but no patterns.
  public static let iPhone7 = {
    var profile = HardwareProfile(name: "iphone-7", supportsHaptics: false, supportsAudio: true)
    profile.playsFeedbackOnly = true
    return profile
  }()
  /// A game controller.
  public static let controller = HardwareProfile(
    name: "controller", supportsHaptics: true, supportsAudio: false, isController: true)

  /// Device of a test that specifies none: a phone, or `noHaptics` if `THRUM_DEVICE` is `unsupported`.
  public static var standard: HardwareProfile { ProcessDevice.profile }

  /// All profiles.
  public static let all = [phone, noHaptics, iPhone7, controller]

  /// Finds a profile by name.
  public static func named(_ name: String) -> HardwareProfile? { all.first { $0.name == name } }
}
