import Foundation

/// A stand-in for the haptics of a game controller, so that code with one compiles and tests can pass one to an app.
/// See `AppleShims` for `GCController`.
open class GCDeviceHaptics: NSObject {
  /// Creates the haptics of an imaginary controller.
  public override init() { super.init() }

  /// The places with motors: both handles and both triggers.
  open var supportedLocalities: Set<GCHapticsLocality> {
    [.default, .all, .handles, .leftHandle, .rightHandle, .triggers, .leftTrigger, .rightTrigger]
  }

  /// Creates an engine like ``CHHapticEngine``, with its locality in the timeline; `nil` for an unsupported locality
  /// or a device without haptics.
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

  /// The name in timelines, such as `left handle`.
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

/// The duration of an endless event, in seconds; Apple's value is not published.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let GCHapticDurationInfinite: Float = .greatestFiniteMagnitude
