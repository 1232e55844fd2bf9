import Foundation

/// A stand-in for a game controller's haptics, for tests to pass to an app. See `AppleShims` for `GCController`.
open class GCDeviceHaptics: NSObject {
  /// Creates the haptics of an imaginary controller.
  public override init() { super.init() }

  /// Places with motors: both handles and both triggers.
  open var supportedLocalities: Set<GCHapticsLocality> {
    [.default, .all, .handles, .leftHandle, .rightHandle, .triggers, .leftTrigger, .rightTrigger]
  }

  /// Creates an engine like ``CHHapticEngine``, with its locality in the timeline; `nil` for an unsupported locality
  /// or without haptics.
  open func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    guard supportedLocalities.contains(locality) else { return nil }
    return HapticServerConnection.$locality.withValue(locality) { try? CHHapticEngine() }
  }
}

/// A place on a game controller.
public struct GCHapticsLocality: Hashable, RawRepresentable, Sendable {
  /// The name. Apple's strings are not published; these are the names of the symbols.
  public let rawValue: String
  /// Accepts any name.
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

  /// The controller's default place.
  public static let `default` = Self(rawValue: "GCHapticsLocalityDefault")
  /// Everywhere.
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

/// Duration of an endless event, in seconds; Apple's value is not published.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let GCHapticDurationInfinite: Float = .greatestFiniteMagnitude
