import Foundation
import ThrumEngine

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Core Haptics' error domain.
public let CoreHapticsErrorDomain: String = "com.apple.CoreHaptics"

/// A Core Haptics error. As on a phone, ``errorCode`` can be a number missing from ``Code``.
public struct CHHapticError: _BridgedStoredNSError {
  /// Underlying Foundation error.
  public let _nsError: NSError

  /// Wraps a Foundation error from this domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// Error domain.
  public static var _nsErrorDomain: String { CoreHapticsErrorDomain }
  /// Error domain.
  public static var errorDomain: String { CoreHapticsErrorDomain }

  /// Creates an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(domain: CoreHapticsErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// Error code, or `unknownError` for a number without a name.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unknownError }
  /// Numeric code.
  public var errorCode: Int { _nsError.code }
  /// Additional information.
  public var userInfo: [String: Any] { _nsError.userInfo }
  /// Additional information.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }
  /// A human-readable description.
  public var localizedDescription: String { _nsError.localizedDescription }

  /// Hashes the code. Foundation's default for such errors traps on Linux.
  public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }

  /// Error codes.
  public enum Code: Int, Hashable, Sendable, _ErrorCodeProtocol {
    /// Error type of the codes.
    public typealias _ErrorType = CHHapticError

    case engineNotRunning = -4805
    case operationNotPermitted = -4806
    case engineStartTimeout = -4808
    case notSupported = -4809
    case serverInitFailed = -4810
    case serverInterrupted = -4811
    case invalidPatternPlayer = -4812
    case invalidPatternData = -4813
    case invalidPatternDictionary = -4814
    case invalidAudioSession = -4815
    case invalidEngineParameter = -4816
    case invalidParameterType = -4820
    case invalidEventType = -4821
    case invalidEventTime = -4822
    case invalidEventDuration = -4823
    case invalidAudioResource = -4824
    case resourceNotAvailable = -4825
    case badEventEntry = -4830
    case badParameterEntry = -4831
    case invalidTime = -4840
    case fileNotFound = -4851
    case insufficientPower = -4897
    case unknownError = -4898
    case memoryError = -4899
  }
}

extension CHHapticError {
  /// The engine is not running.
  public static var engineNotRunning: Code { .engineNotRunning }
  /// Not allowed in the current state.
  public static var operationNotPermitted: Code { .operationNotPermitted }
  /// Starting took too long.
  public static var engineStartTimeout: Code { .engineStartTimeout }
  /// The device has no haptics.
  public static var notSupported: Code { .notSupported }
  /// The haptic server did not start.
  public static var serverInitFailed: Code { .serverInitFailed }
  /// The connection was lost.
  public static var serverInterrupted: Code { .serverInterrupted }
  /// The player is invalid after a server error.
  public static var invalidPatternPlayer: Code { .invalidPatternPlayer }
  /// The data is not a pattern.
  public static var invalidPatternData: Code { .invalidPatternData }
  /// The dictionary lacks a required key.
  public static var invalidPatternDictionary: Code { .invalidPatternDictionary }
  /// The audio session cannot be used.
  public static var invalidAudioSession: Code { .invalidAudioSession }
  /// An invalid engine property.
  public static var invalidEngineParameter: Code { .invalidEngineParameter }
  /// An unknown parameter.
  public static var invalidParameterType: Code { .invalidParameterType }
  /// An unknown event type.
  public static var invalidEventType: Code { .invalidEventType }
  /// An invalid event time.
  public static var invalidEventTime: Code { .invalidEventTime }
  /// An invalid event duration.
  public static var invalidEventDuration: Code { .invalidEventDuration }
  /// A missing or unreadable sound.
  public static var invalidAudioResource: Code { .invalidAudioResource }
  /// No resource is free.
  public static var resourceNotAvailable: Code { .resourceNotAvailable }
  /// An event lacks a required key.
  public static var badEventEntry: Code { .badEventEntry }
  /// A parameter or curve lacks a required key.
  public static var badParameterEntry: Code { .badParameterEntry }
  /// An invalid time argument.
  public static var invalidTime: Code { .invalidTime }
  /// The file does not exist.
  public static var fileNotFound: Code { .fileNotFound }
  /// The device is saving power.
  public static var insufficientPower: Code { .insufficientPower }
  /// Any other error.
  public static var unknownError: Code { .unknownError }
  /// Out of memory.
  public static var memoryError: Code { .memoryError }
}

extension CHHapticError {
  init(_ error: EngineError) {
    let description =
      "The operation couldn’t be completed. (\(CoreHapticsErrorDomain) error \(error.code.rawValue).)"
    self.init(
      _nsError: NSError(
        domain: CoreHapticsErrorDomain, code: error.code.rawValue,
        userInfo: [NSLocalizedDescriptionKey: description, NSDebugDescriptionErrorKey: error.message]))
  }

  /// Calls `body` and records any failure in the environment's timeline.
  static func logging<Result>(_ call: EngineCall, _ body: () throws -> Result) throws -> Result {
    var thrown: (any Error)?
    do throws(EngineError) {
      return try HapticEnvironment.current.call(call) { () throws(EngineError) in
        do { return try body() } catch {
          thrown = error
          throw EngineError(
            EngineError.Code(rawValue: (error as? CHHapticError)?.errorCode ?? Code.unknownError.rawValue), "\(error)")
        }
      }
    } catch {
      throw thrown ?? CHHapticError(error)
    }
  }

  static func translating<Result>(_ body: () throws(EngineError) -> Result) throws -> Result {
    do throws(EngineError) { return try body() } catch { throw CHHapticError(error) }
  }
}

extension CHHapticError: _ObjectiveCBridgeable {
  /// Foundation type.
  public typealias _ObjectiveCType = NSError

  /// Returns the underlying Foundation error.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Casts from a Foundation error in this domain.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CHHapticError?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  /// Casts from a Foundation error in this domain.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout CHHapticError?) -> Bool {
    result = source.domain == CoreHapticsErrorDomain ? CHHapticError(_nsError: source) : nil
    return result != nil
  }

  /// Casts from a Foundation error. An error from another domain becomes `unknownError`.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CHHapticError {
    var result: CHHapticError?
    if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
    return result ?? CHHapticError(.unknownError)
  }
}

/// What Swift throws when a method of Objective-C fails without an error, as on a phone for a pattern without events.
enum GenericObjCError: Error, CustomNSError {
  case nilError
  static var errorDomain: String { "Foundation._GenericObjCError" }
  var errorCode: Int { 0 }
}
