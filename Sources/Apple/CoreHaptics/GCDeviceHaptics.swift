import Foundation

/// A game controller's haptics, which tests can pass to an app.
open class GCDeviceHaptics: NSObject {
  /// Creates a simulated controller's haptics.
  public override init() { super.init() }

  /// Locations with motors: both handles and both triggers.
  open var supportedLocalities: Set<GCHapticsLocality> {
    [.default, .all, .handles, .leftHandle, .rightHandle, .triggers, .leftTrigger, .rightTrigger]
  }

  /// Creates an engine, or returns `nil` if the locality or haptics are unsupported. The timeline shows the locality.
  open func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    guard supportedLocalities.contains(locality) else { return nil }
    return HapticServerConnection.$locality.withValue(locality) { try? CHHapticEngine() }
  }
}

/// A location on a game controller.
public struct GCHapticsLocality: Hashable, RawRepresentable, Sendable {
  /// Name of Apple's constant, whose string is not published.
  public let rawValue: String
  /// Creates a locality.
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

  /// Default location.
  public static let `default` = Self(rawValue: "GCHapticsLocalityDefault")
  /// All locations.
  public static let all = Self(rawValue: "GCHapticsLocalityAll")
  /// Both handles.
  public static let handles = Self(rawValue: "GCHapticsLocalityHandles")
  /// Left handle.
  public static let leftHandle = Self(rawValue: "GCHapticsLocalityLeftHandle")
  /// Right handle.
  public static let rightHandle = Self(rawValue: "GCHapticsLocalityRightHandle")
  /// Both triggers.
  public static let triggers = Self(rawValue: "GCHapticsLocalityTriggers")
  /// Left trigger.
  public static let leftTrigger = Self(rawValue: "GCHapticsLocalityLeftTrigger")
  /// Right trigger.
  public static let rightTrigger = Self(rawValue: "GCHapticsLocalityRightTrigger")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Duration of an endless event in seconds. Apple's value is not published.
public let GCHapticDurationInfinite: Float = .greatestFiniteMagnitude
