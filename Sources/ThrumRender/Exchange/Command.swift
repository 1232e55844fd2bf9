/// An order from the engine to the renderer: a plain value.
public struct Command: BitwiseCopyable {
  /// What to do.
  public enum Kind: BitwiseCopyable, Sendable {
    /// Gives a player its schedule; `schedule` points to it.
    case install
    /// Plays from the beginning, or from where a seek before the start has put it.
    ///
    /// A stop flag with a greater serial that was obeyed before the start's frame ends what was meant to begin before it: with
    /// `flag`, which says that the start was meant for at once, or with a frame that is not later than the stop's. It
    /// then begins and ends at its frame, so that the transients that are due there are felt and nothing else. A start that
    /// is meant for later plays. A cancel forgets them all.
    case start
    /// Ends playback: continuous events release, transients end by themselves.
    case stop
    /// Forgets the player's waiting commands that were sent before, and stops it, fading in 5 ms.
    case cancel
    /// Holds the position; silence follows in 2.7 ms.
    case pause
    /// Goes on from the held position.
    case resume
    /// Moves to `value` (pattern frames).
    case seek
    /// Sets the control `lane` to `value`, clamped to its range, for good; no number is refused.
    case setControl
    /// Moves the control `lane` in a straight line to `value`, to be reached at frame `end`, whatever the player's rate and
    /// pauses.
    case rampControl
    /// Plays at `value` times the speed.
    case setRate
    /// Loops (`flag`) at `value` (pattern frames); below one frame it plays once. Events at the end itself are played when it is
    /// the pattern's own duration.
    case setLoop
    /// Gives the player's slot back when its last voice has ended.
    case release
  }

  /// The first frame not yet rendered.
  public static let immediately = SampleTime.min

  /// The frame at which to act; a past one means now.
  public var time: SampleTime
  /// Grows with each command of the engine; comes back in notices, and orders commands of the same frame.
  public var serial: UInt64
  /// The frame at which a ramp ends.
  public var end: SampleTime
  /// The number that the kind speaks of.
  public var value: Double
  /// The schedule of `install`. Owned by the engine until the player's slot has come back.
  public var schedule: UnsafePointer<Schedule>?
  /// Index of the player's slot.
  public var player: Int32
  /// What to do.
  public var kind: Kind
  /// Which control.
  public var lane: ControlLane
  /// The truth value that the kind speaks of.
  public var flag: Bool
  /// The path that a control's command belongs to: a command with `flag` begins one, and takes the control over for
  /// good; others act only while their path has it. 0 always acts.
  public var path: UInt64

  /// Makes a command.
  @_noLocks
  public init(
    _ kind: Kind, player: Int, time: SampleTime = Command.immediately, serial: UInt64 = 0,
    lane: ControlLane = .hapticIntensity, value: Double = 0, end: SampleTime = 0, flag: Bool = false,
    schedule: UnsafePointer<Schedule>? = nil, path: UInt64 = 0
  ) {
    self.kind = kind
    self.player = Int32(truncatingIfNeeded: player)
    self.time = time
    self.serial = serial
    self.lane = lane
    self.value = value
    self.end = end
    self.flag = flag
    self.schedule = schedule
    self.path = path
  }
}

extension Command {
  /// A value to fill memory with; never sent.
  static var filler: Command { Command(.release, player: -1) }
}

extension Command.Kind {
  /// Written out because a derived `==` may not be called on the render path.
  @_noLocks
  public static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
