import ThrumDevice
import ThrumRender

/// An engine error with a Core Haptics code (`CHHapticError.Code`).
public struct EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Error code. Raw values are Core Haptics' numbers, some of which have no name.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Creates a code, possibly an unnamed one.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// Error code.
  public let code: Code
  /// Cause and remedy.
  public let message: String
  /// Error of the output device, if any.
  public let output: OutputError?

  /// Creates an error.
  public init(_ code: Code, _ message: String, output: OutputError? = nil) {
    self.code = code
    self.message = message
    self.output = output
  }

  /// The message.
  public var description: String { message }
}

extension EngineError.Code {
  /// The engine is not running.
  public static let engineNotRunning = Self(rawValue: -4805)
  /// An operation that is not allowed now, such as a start in the background.
  public static let operationNotPermitted = Self(rawValue: -4806)
  /// Starting took too long.
  public static let engineStartTimeout = Self(rawValue: -4808)
  /// The hardware does not support the operation.
  public static let notSupported = Self(rawValue: -4809)
  /// The haptic server (on Linux, the output device) could not be started.
  public static let serverInitFailed = Self(rawValue: -4810)
  /// The connection to the haptic server was lost.
  public static let serverInterrupted = Self(rawValue: -4811)
  /// The player was lost or belongs to another engine.
  public static let invalidPatternPlayer = Self(rawValue: -4812)
  /// The data is not a pattern.
  public static let invalidPatternData = Self(rawValue: -4813)
  /// The pattern lacks a required key.
  public static let invalidPatternDictionary = Self(rawValue: -4814)
  /// The audio session cannot be used.
  public static let invalidAudioSession = Self(rawValue: -4815)
  /// An engine property is invalid.
  public static let invalidEngineParameter = Self(rawValue: -4816)
  /// An unknown parameter.
  public static let invalidParameterType = Self(rawValue: -4820)
  /// An unknown event type.
  public static let invalidEventType = Self(rawValue: -4821)
  /// A negative or NaN event time.
  public static let invalidEventTime = Self(rawValue: -4822)
  /// A negative or NaN event duration.
  public static let invalidEventDuration = Self(rawValue: -4823)
  /// A sound that does not exist or cannot be decoded.
  public static let invalidAudioResource = Self(rawValue: -4824)
  /// A limit was reached, such as the memory limit for sounds.
  public static let resourceNotAvailable = Self(rawValue: -4825)
  /// An event lacks a required key.
  public static let badEventEntry = Self(rawValue: -4830)
  /// A parameter or curve lacks a required key.
  public static let badParameterEntry = Self(rawValue: -4831)
  /// A negative or NaN time argument.
  public static let invalidTime = Self(rawValue: -4840)
  /// The file does not exist.
  public static let fileNotFound = Self(rawValue: -4851)
  /// The device is in a power-saving mode.
  public static let insufficientPower = Self(rawValue: -4897)
  /// Any other error.
  public static let unknownError = Self(rawValue: -4898)
  /// Out of memory.
  public static let memoryError = Self(rawValue: -4899)

  /// No player channel is free (`kAudioUnitErr_InvalidPropertyValue`, unnamed in Core Haptics).
  public static let noPlayerChannel = Self(rawValue: -10851)
  /// The audio session cannot start playing (`'!pla'`, unnamed in Core Haptics).
  public static let cannotStartPlaying = Self(rawValue: 561_015_905)
  /// The server no longer recognises the client (seen on phones; unnamed in Core Haptics).
  public static let clientMissing = Self(rawValue: -4804)

  /// Codes that Core Haptics names.
  public static let named: [(name: String, code: Self)] = [
    ("engineNotRunning", .engineNotRunning), ("operationNotPermitted", .operationNotPermitted),
    ("engineStartTimeout", .engineStartTimeout), ("notSupported", .notSupported),
    ("serverInitFailed", .serverInitFailed), ("serverInterrupted", .serverInterrupted),
    ("invalidPatternPlayer", .invalidPatternPlayer), ("invalidPatternData", .invalidPatternData),
    ("invalidPatternDictionary", .invalidPatternDictionary), ("invalidAudioSession", .invalidAudioSession),
    ("invalidEngineParameter", .invalidEngineParameter), ("invalidParameterType", .invalidParameterType),
    ("invalidEventType", .invalidEventType), ("invalidEventTime", .invalidEventTime),
    ("invalidEventDuration", .invalidEventDuration), ("invalidAudioResource", .invalidAudioResource),
    ("resourceNotAvailable", .resourceNotAvailable), ("badEventEntry", .badEventEntry),
    ("badParameterEntry", .badParameterEntry), ("invalidTime", .invalidTime), ("fileNotFound", .fileNotFound),
    ("insufficientPower", .insufficientPower), ("unknownError", .unknownError), ("memoryError", .memoryError),
  ]

  /// Codes without a name in Core Haptics, with those of the C interface.
  package static let unnamed: [(name: String, code: Self)] = [
    ("noPlayerChannel", .noPlayerChannel), ("cannotStartPlaying", .cannotStartPlaying),
    ("clientMissing", .clientMissing),
  ]

  /// Name, also of a code that Core Haptics does not name, or the number.
  package var anyName: String {
    (EngineError.Code.named + EngineError.Code.unnamed).first { $0.code == self }?.name ?? String(rawValue)
  }

  /// Name, or the number if the code has no name.
  public var name: String {
    EngineError.Code.named.first { $0.code == self }?.name ?? String(rawValue)
  }
}
