import HapticRender

/// An error of the engine, with the numbers of Core Haptics (`CHHapticError.Code`).
public struct EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong. Raw values are the numbers of Core Haptics' domain, which knows more of them than it has names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Any number: a device may answer with one that has no name.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// What went wrong.
  public let code: Code
  /// Cause, and what to do, in a sentence.
  public let message: String
  /// What the output device said, when it was the cause.
  public let output: OutputError?

  /// Makes an error.
  public init(_ code: Code, _ message: String, output: OutputError? = nil) {
    self.code = code
    self.message = message
    self.output = output
  }

  /// The sentence.
  public var description: String { message }
}

extension EngineError.Code {
  public static let engineNotRunning = Self(rawValue: -4805)
  public static let operationNotPermitted = Self(rawValue: -4806)
  public static let engineStartTimeout = Self(rawValue: -4808)
  public static let notSupported = Self(rawValue: -4809)
  public static let serverInitFailed = Self(rawValue: -4810)
  public static let serverInterrupted = Self(rawValue: -4811)
  public static let invalidPatternPlayer = Self(rawValue: -4812)
  public static let invalidPatternData = Self(rawValue: -4813)
  public static let invalidPatternDictionary = Self(rawValue: -4814)
  public static let invalidAudioSession = Self(rawValue: -4815)
  public static let invalidEngineParameter = Self(rawValue: -4816)
  public static let invalidParameterType = Self(rawValue: -4820)
  public static let invalidEventType = Self(rawValue: -4821)
  public static let invalidEventTime = Self(rawValue: -4822)
  public static let invalidEventDuration = Self(rawValue: -4823)
  public static let invalidAudioResource = Self(rawValue: -4824)
  public static let resourceNotAvailable = Self(rawValue: -4825)
  public static let badEventEntry = Self(rawValue: -4830)
  public static let badParameterEntry = Self(rawValue: -4831)
  public static let invalidTime = Self(rawValue: -4840)
  public static let fileNotFound = Self(rawValue: -4851)
  public static let insufficientPower = Self(rawValue: -4897)
  public static let unknownError = Self(rawValue: -4898)
  public static let memoryError = Self(rawValue: -4899)

  /// No player channel is free (`kAudioUnitErr_InvalidPropertyValue`); Core Haptics has no name for it.
  public static let noPlayerChannel = Self(rawValue: -10851)
  /// The audio session cannot start playing (`'!pla'`); Core Haptics has no name for it.
  public static let cannotStartPlaying = Self(rawValue: 561_015_905)
  /// The server has no client any more; seen on phones, without a name.
  public static let clientMissing = Self(rawValue: -4804)

  /// The codes that Core Haptics names, with their names.
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

  /// The name, or the number where there is none.
  public var name: String {
    EngineError.Code.named.first { $0.code == self }?.name ?? String(rawValue)
  }
}
