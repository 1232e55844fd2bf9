import Foundation

/// An Objective-C typed string. In `Any`, it is an `NSString`, and casts convert both ways (decision 0020).
public protocol HapticTypedString: RawRepresentable, _ObjectiveCBridgeable where RawValue == String {
  /// Creates a value from any name.
  init(rawValue: String)
}

extension HapticTypedString {
  /// Casts to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// Casts with `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// Casts with `as?`.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = _unconditionallyBridgeFromObjectiveC(source)
    return true
  }

  /// Casts without failing.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
  }
}

extension CHHapticEvent.EventType: HapticTypedString {}
extension CHHapticEvent.ParameterID: HapticTypedString {}
extension CHHapticDynamicParameter.ID: HapticTypedString {}
