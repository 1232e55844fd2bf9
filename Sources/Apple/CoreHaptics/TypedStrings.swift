import Foundation

/// One of Objective-C's typed strings: in an `Any` it is an `NSString`, and casts lead there and back, as `event[.eventType] as!
/// CHHapticEvent.EventType` or `as? String`. On Linux it is this conformance that the casts ask (decision 0020).
public protocol HapticTypedString: RawRepresentable, _ObjectiveCBridgeable where RawValue == String {
  /// Any name.
  init(rawValue: String)
}

extension HapticTypedString {
  /// The name, for a cast to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// A cast by `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// A cast by `as?`.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = _unconditionallyBridgeFromObjectiveC(source)
    return true
  }

  /// A cast that cannot fail.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self {
    Self(rawValue: source.map { String._unconditionallyBridgeFromObjectiveC($0) } ?? "")
  }
}

extension CHHapticEvent.EventType: HapticTypedString {}
extension CHHapticEvent.ParameterID: HapticTypedString {}
extension CHHapticDynamicParameter.ID: HapticTypedString {}
