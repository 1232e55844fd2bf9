/// A fact from the renderer to the engine: a plain value.
public struct Notice: BitwiseCopyable, Sendable {
  /// What happened.
  public enum Kind: BitwiseCopyable, Sendable {
    /// A player began to play at `frame`.
    case playerStarted
    /// A player ended: by itself, by a stop or by a cancel, which may have come before its start. Of its starts up to
    /// `serial`, `index` still wait for their frame, and the others are over.
    case playerFinished
    /// A player went back to its beginning at `frame`; of several times in one quantum only the first is told.
    case playerLooped
    /// A player's slot is free again, and its schedule may be freed.
    case playerReleased
    /// An event of `player` began at `frame`; `index` tells which, `value` and `secondValue` its intensity and
    /// sharpness as rendered. Sent when the settings ask for it.
    case eventStarted
    /// No voice was free for the event `index` of `player`; it is not heard.
    case voiceRefused
    /// A command was applied at `frame`, or a stop or cancel flag with this serial.
    case commandApplied
    /// A command did not act: it was cancelled, a later path has its control, or its player does not exist.
    case commandRefused
    /// A player was muted (`value` 1) or unmuted (0) by its flag, at the first frame of a quantum.
    case muteChanged
    /// All haptics (`index` 0) or all audio (1) were muted (`value` 1) or unmuted (0) by their flag, at the first frame
    /// of a quantum.
    case engineMuteChanged
    /// The output device ran dry and went on at `frame`.
    case underrun
    /// The output device stopped accepting frames (`value`: 1 stalled, 0 moving again).
    case stalled
    /// The output device was lost and could not be brought back (`value`: an errno).
    case deviceLost
  }

  /// What happened.
  public var kind: Kind
  /// Index of the player's slot, or −1.
  public var player: Int32
  /// Which event, by its place in the pattern.
  public var index: Int32
  /// When.
  public var frame: SampleTime
  /// The serial of the command that is spoken of.
  public var serial: UInt64
  /// A number that the kind speaks of.
  public var value: Float
  /// Another one.
  public var secondValue: Float

  /// Makes a notice.
  @_noLocks
  public init(
    _ kind: Kind, player: Int32 = -1, frame: SampleTime, serial: UInt64 = 0, index: Int32 = -1,
    value: Float = 0, secondValue: Float = 0
  ) {
    self.kind = kind
    self.player = player
    self.index = index
    self.frame = frame
    self.serial = serial
    self.value = value
    self.secondValue = secondValue
  }
}

extension Notice.Kind {
  /// Written out because a derived `==` may not be called on the render path.
  @_noLocks
  public static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}

extension Notice {
  /// A value to fill memory with; never sent.
  static var filler: Notice { Notice(.playerReleased, frame: 0) }
}
