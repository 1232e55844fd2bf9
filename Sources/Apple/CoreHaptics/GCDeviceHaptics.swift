import Foundation

/// A stand-in for a game controller's haptics, which tests can pass to an app. `GCController` is in `AppleShims`.
open class GCDeviceHaptics: NSObject {
  /// Creates the haptics of an imaginary controller.
  public override init() { super.init() }

  /// Locations with motors: both handles and both triggers.
  open var supportedLocalities: Set<GCHapticsLocality> {
    [.default, .all, .handles, .leftHandle, .rightHandle, .triggers, .leftTrigger, .rightTrigger]
  }

  /// Creates an engine whose locality appears in the timeline; `nil` if the locality or haptics are unsupported.
  open func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    guard supportedLocalities.contains(locality) else { return nil }
    return HapticServerConnection.$locality.withValue(locality) { try? CHHapticEngine() }
  }
}

/// A location on a game controller.
public struct GCHapticsLocality: Hashable, RawRepresentable, Sendable {
  /// The symbol's name, since Apple's strings are not published.
  public let rawValue: String
  /// Creates a locality from a raw name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Name in timelines, such as `left handle`.
  var title: String {
    switch self {
    case .leftHandle: "left handle"
    case .rightHandle: "right handle"
    case .leftTrigger: "left trigger"
    case .rightTrigger: "right trigger"
    default: rawValue.replacingOccurrences(of: "GCHapticsLocality", with: "").lowercased()
    }
  }

  /// The controller's default location.
  public static let `default` = Self(rawValue: "GCHapticsLocalityDefault")
  /// All locations.
  public static let all = Self(rawValue: "GCHapticsLocalityAll")
  /// Both handles.
  public static let handles = Self(rawValue: "GCHapticsLocalityHandles")
  /// The left handle.
  public static let leftHandle = Self(rawValue: "GCHapticsLocalityLeftHandle")
  /// The right handle.
  public static let rightHandle = Self(rawValue: "GCHapticsLocalityRightHandle")
  /// Both triggers.
  public static let triggers = Self(rawValue: "GCHapticsLocalityTriggers")
  /// The left trigger.
  public static let leftTrigger = Self(rawValue: "GCHapticsLocalityLeftTrigger")
  /// The right trigger.
  public static let rightTrigger = Self(rawValue: "GCHapticsLocalityRightTrigger")
}

/// Duration of an endless event, in seconds; Apple's value is not published.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let GCHapticDurationInfinite: Float = .greatestFiniteMagnitude
