import Foundation
import ThrumEngine

/// The domain of Core Haptics' errors.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public let CoreHapticsErrorDomain: String = "com.apple.CoreHaptics"

/// An error of Core Haptics. Its number may be one that ``Code`` has no name for, as on a phone: ``errorCode`` has it.
public struct CHHapticError: _BridgedStoredNSError {
  /// The error as Foundation knows it.
  public let _nsError: NSError

  /// Takes an error of the domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { CoreHapticsErrorDomain }
  /// The domain.
  public static var errorDomain: String { CoreHapticsErrorDomain }

  /// Makes an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    _nsError = NSError(domain: CoreHapticsErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The number's name; `unknownError` for one without.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unknownError }
  /// The number.
  public var errorCode: Int { _nsError.code }
  /// What else is known.
  public var userInfo: [String: Any] { _nsError.userInfo }
  /// What else is known.
  public var errorUserInfo: [String: Any] { _nsError.userInfo }
  /// A sentence.
  public var localizedDescription: String { _nsError.localizedDescription }

  /// Hashes the number; Foundation's own way for errors of this kind traps on Linux.
  public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }

  /// What went wrong.
  public enum Code: Int, Hashable, Sendable, _ErrorCodeProtocol {
    /// The error that the code belongs to.
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
  /// Playback was asked for while the engine does not run.
  public static var engineNotRunning: Code { .engineNotRunning }
  /// Not allowed in the present state.
  public static var operationNotPermitted: Code { .operationNotPermitted }
  /// The start took too long.
  public static var engineStartTimeout: Code { .engineStartTimeout }
  /// The hardware has no haptics.
  public static var notSupported: Code { .notSupported }
  /// The haptic server did not come up.
  public static var serverInitFailed: Code { .serverInitFailed }
  /// The connection to the haptic server is lost.
  public static var serverInterrupted: Code { .serverInterrupted }
  /// The player is invalid after an error of the server.
  public static var invalidPatternPlayer: Code { .invalidPatternPlayer }
  /// The data is no pattern.
  public static var invalidPatternData: Code { .invalidPatternData }
  /// The dictionary lacks what it must have.
  public static var invalidPatternDictionary: Code { .invalidPatternDictionary }
  /// The audio session cannot be used.
  public static var invalidAudioSession: Code { .invalidAudioSession }
  /// A setting of the engine cannot be.
  public static var invalidEngineParameter: Code { .invalidEngineParameter }
  /// There is no such parameter.
  public static var invalidParameterType: Code { .invalidParameterType }
  /// There is no such type of event.
  public static var invalidEventType: Code { .invalidEventType }
  /// An event's time cannot be.
  public static var invalidEventTime: Code { .invalidEventTime }
  /// An event's duration cannot be.
  public static var invalidEventDuration: Code { .invalidEventDuration }
  /// There is no such sound, or it cannot be decoded.
  public static var invalidAudioResource: Code { .invalidAudioResource }
  /// A limit is reached.
  public static var resourceNotAvailable: Code { .resourceNotAvailable }
  /// An event lacks what it must have.
  public static var badEventEntry: Code { .badEventEntry }
  /// A parameter or curve lacks what it must have.
  public static var badParameterEntry: Code { .badParameterEntry }
  /// A time given to a call cannot be.
  public static var invalidTime: Code { .invalidTime }
  /// There is no such file.
  public static var fileNotFound: Code { .fileNotFound }
  /// The device saves power.
  public static var insufficientPower: Code { .insufficientPower }
  /// None of the others.
  public static var unknownError: Code { .unknownError }
  /// Memory is used up.
  public static var memoryError: Code { .memoryError }
}

extension CHHapticError {
  /// The engine's error under Apple's name.
  init(_ error: EngineError) {
    let description =
      "The operation couldn’t be completed. (\(CoreHapticsErrorDomain) error \(error.code.rawValue).)"
    self.init(
      _nsError: NSError(
        domain: CoreHapticsErrorDomain, code: error.code.rawValue,
        userInfo: [NSLocalizedDescriptionKey: description, NSDebugDescriptionErrorKey: error.message]))
  }

  /// Runs a call that no engine is part of: when it fails, the timeline of the caller's environment has it.
  static func logging<Result>(_ call: EngineCall, _ body: () throws -> Result) throws -> Result {
    // The app gets the very error that was thrown; the environment knows it by its number.
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

  /// Runs the engine's part of a call; its errors become Apple's.
  static func translating<Result>(_ body: () throws(EngineError) -> Result) throws -> Result {
    do throws(EngineError) { return try body() } catch { throw CHHapticError(error) }
  }
}

extension CHHapticError: _ObjectiveCBridgeable {
  /// What it is to code that knows Foundation's errors alone: `catch let error as NSError`.
  public typealias _ObjectiveCType = NSError

  /// The same error as Foundation knows it.
  public func _bridgeToObjectiveC() -> NSError { _nsError }

  /// Takes an error of the domain.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout CHHapticError?) {
    _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
  }

  /// Takes an error of the domain; others are none of this kind.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout CHHapticError?) -> Bool {
    result = source.domain == CoreHapticsErrorDomain ? CHHapticError(_nsError: source) : nil
    return result != nil
  }

  /// Takes an error; one of another domain becomes an unknown error.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> CHHapticError {
    var result: CHHapticError?
    if let source { _ = _conditionallyBridgeFromObjectiveC(source, result: &result) }
    return result ?? CHHapticError(.unknownError)
  }
}
