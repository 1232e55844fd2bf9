import Foundation

/// Stands in for what GameController says of a controller's haptics, so that code which passes it around compiles, and a
/// test can hand one to an app. There is no `GCController` here.
open class GCDeviceHaptics: NSObject {
  /// Makes the haptics of a controller that is nobody's.
  public override init() { super.init() }

  /// Where the controller has motors: in both handles and both triggers.
  open var supportedLocalities: Set<GCHapticsLocality> {
    [.default, .all, .handles, .leftHandle, .rightHandle, .triggers, .leftTrigger, .rightTrigger]
  }

  /// Makes an engine as ``CHHapticEngine`` does, whose entries in a timeline say where it plays; `nil` for a locality that is
  /// not supported, or without haptics.
  open func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    guard supportedLocalities.contains(locality) else { return nil }
    return HapticServerConnection.$locality.withValue(locality) { try? CHHapticEngine() }
  }
}

/// Names a place of a controller.
public struct GCHapticsLocality: Hashable, RawRepresentable, Sendable {
  /// The name; Apple's strings are not published, these are the symbols' names.
  public let rawValue: String
  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What a timeline calls it, such as `left handle`.
  var title: String {
    switch self {
    case .leftHandle: "left handle"
    case .rightHandle: "right handle"
    case .leftTrigger: "left trigger"
    case .rightTrigger: "right trigger"
    default: rawValue.replacingOccurrences(of: "GCHapticsLocality", with: "").lowercased()
    }
  }

  /// The controller's own choice.
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

/// An event's duration that has no end of its own, in seconds; Apple's number is not published.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let GCHapticDurationInfinite: Float = .greatestFiniteMagnitude
