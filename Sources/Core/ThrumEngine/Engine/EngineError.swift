import ThrumDevice
import ThrumRender

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
  /// Playback was asked for while the engine does not run.
  public static let engineNotRunning = Self(rawValue: -4805)
  /// Not allowed in the present state, such as a start in the background.
  public static let operationNotPermitted = Self(rawValue: -4806)
  /// The start took too long.
  public static let engineStartTimeout = Self(rawValue: -4808)
  /// The hardware cannot do it.
  public static let notSupported = Self(rawValue: -4809)
  /// The haptic server, here the output device, did not come up.
  public static let serverInitFailed = Self(rawValue: -4810)
  /// The connection to the haptic server is lost.
  public static let serverInterrupted = Self(rawValue: -4811)
  /// The player is lost, or belongs to another engine.
  public static let invalidPatternPlayer = Self(rawValue: -4812)
  /// The data is no pattern.
  public static let invalidPatternData = Self(rawValue: -4813)
  /// The pattern lacks what it must have.
  public static let invalidPatternDictionary = Self(rawValue: -4814)
  /// The audio session cannot be used.
  public static let invalidAudioSession = Self(rawValue: -4815)
  /// A setting of the engine cannot be.
  public static let invalidEngineParameter = Self(rawValue: -4816)
  /// There is no such parameter.
  public static let invalidParameterType = Self(rawValue: -4820)
  /// There is no such type of event.
  public static let invalidEventType = Self(rawValue: -4821)
  /// The time of an event is negative or no number.
  public static let invalidEventTime = Self(rawValue: -4822)
  /// The duration of an event is negative or no number.
  public static let invalidEventDuration = Self(rawValue: -4823)
  /// There is no such sound, or it cannot be decoded.
  public static let invalidAudioResource = Self(rawValue: -4824)
  /// A limit is reached, such as the memory of sounds.
  public static let resourceNotAvailable = Self(rawValue: -4825)
  /// An event lacks what it must have.
  public static let badEventEntry = Self(rawValue: -4830)
  /// A parameter or a curve lacks what it must have.
  public static let badParameterEntry = Self(rawValue: -4831)
  /// A time given to a call is negative or no number.
  public static let invalidTime = Self(rawValue: -4840)
  /// There is no such file.
  public static let fileNotFound = Self(rawValue: -4851)
  /// The device saves power.
  public static let insufficientPower = Self(rawValue: -4897)
  /// None of the others.
  public static let unknownError = Self(rawValue: -4898)
  /// Memory is used up.
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
