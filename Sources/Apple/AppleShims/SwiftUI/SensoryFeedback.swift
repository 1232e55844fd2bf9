import ThrumEngine
import ThrumFeedback
import ThrumPattern

/// Feedback for an event in the user interface. Feedback marked (watch) or (Mac) is silent on a phone.
public struct SensoryFeedback: Equatable, Sendable {
  private enum Kind: Equatable, Sendable {
    case preset(Preset, intensity: Double)
    case elsewhere(name: String, device: String)

    static func == (a: Kind, b: Kind) -> Bool {
      switch (a, b) {
      case (.preset(let a, let i), .preset(let b, let j)): a.name == b.name && i == j
      case (.elsewhere(let a, _), .elsewhere(let b, _)): a == b
      default: false
      }
    }
  }

  private let kind: Kind

  private init(_ preset: Preset, intensity: Double = 1) { kind = .preset(preset, intensity: intensity) }
  private init(_ name: String, on device: String) { kind = .elsewhere(name: name, device: device) }

  /// A task succeeded.
  public static let success = Self(.notificationSuccess)
  /// A task needs attention.
  public static let warning = Self(.notificationWarning)
  /// A task failed.
  public static let error = Self(.notificationError)
  /// A selection changed.
  public static let selection = Self(.selection)
  /// A collision.
  public static let impact = Self(.impactMedium)
  /// A value rose above a threshold (watch).
  public static let increase = Self("increase", on: "a watch")
  /// A value fell below a threshold (watch).
  public static let decrease = Self("decrease", on: "a watch")
  /// An activity started (watch).
  public static let start = Self("start", on: "a watch")
  /// An activity stopped (watch).
  public static let stop = Self("stop", on: "a watch")
  /// A dragged item is aligned (Mac).
  public static let alignment = Self("alignment", on: "a Mac")
  /// A pressure level was reached (Mac).
  public static let levelChange = Self("level-change", on: "a Mac")

  /// Weight of colliding objects.
  public struct Weight: Equatable, Sendable {
    fileprivate let preset: Preset
    /// Compares the weights.
    public static func == (a: Self, b: Self) -> Bool { a.preset.name == b.preset.name }
    /// Light.
    public static let light = Self(preset: .impactLight)
    /// Medium.
    public static let medium = Self(preset: .impactMedium)
    /// Heavy.
    public static let heavy = Self(preset: .impactHeavy)
  }

  /// Hardness of colliding objects.
  public struct Flexibility: Equatable, Sendable {
    fileprivate let preset: Preset
    /// Compares hardness.
    public static func == (a: Self, b: Self) -> Bool { a.preset.name == b.preset.name }
    /// Hard.
    public static let rigid = Self(preset: .impactRigid)
    /// Medium.
    public static let solid = Self(preset: .impactMedium)
    /// Soft.
    public static let soft = Self(preset: .impactSoft)
  }

  /// Returns feedback for a collision of objects with this weight, scaled by `intensity`, 0…1.
  public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self {
    Self(weight.preset, intensity: intensity)
  }

  /// Returns feedback for a collision of objects with this hardness, scaled by `intensity`, 0…1.
  public static func impact(flexibility: Flexibility, intensity: Double = 1) -> Self {
    Self(flexibility.preset, intensity: intensity)
  }

  func play() {
    switch kind {
    case .preset(let preset, let intensity): SystemFeedback.play(preset, intensity: intensity)
    case .elsewhere(let name, let device):
      HapticEnvironment.current.noteFeedback(name, .withheld("plays only on \(device)"))
    }
  }
}
