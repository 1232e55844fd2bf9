import Foundation

// Objective-C's typed strings: in an `Any` each is an `NSString`, and casts lead there and back, as `event[.eventType] as!
// CHHapticEvent.EventType` or `as? String`. On Linux it is this conformance that the casts ask (decision 0020).

extension CHHapticEvent.EventType: _ObjectiveCBridgeable {
  /// The name, for a cast to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// A cast by `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) { result = Self(source) }

  /// A cast by `as?`.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(source)
    return true
  }

  /// A cast that cannot fail.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self { Self(source ?? "") }

  private init(_ name: NSString) { self.init(rawValue: String._unconditionallyBridgeFromObjectiveC(name)) }
}

extension CHHapticEvent.ParameterID: _ObjectiveCBridgeable {
  /// The name, for a cast to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// A cast by `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) { result = Self(source) }

  /// A cast by `as?`.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(source)
    return true
  }

  /// A cast that cannot fail.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self { Self(source ?? "") }

  private init(_ name: NSString) { self.init(rawValue: String._unconditionallyBridgeFromObjectiveC(name)) }
}

extension CHHapticDynamicParameter.ID: _ObjectiveCBridgeable {
  /// The name, for a cast to `NSString`.
  public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

  /// A cast by `as!`.
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout Self?) { result = Self(source) }

  /// A cast by `as?`.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout Self?) -> Bool {
    result = Self(source)
    return true
  }

  /// A cast that cannot fail.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> Self { Self(source ?? "") }

  private init(_ name: NSString) { self.init(rawValue: String._unconditionallyBridgeFromObjectiveC(name)) }
}
