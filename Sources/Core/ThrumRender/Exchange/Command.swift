import ThrumDevice
import ThrumPattern

/// An order from the engine to the renderer: a plain value.
package struct Command: BitwiseCopyable {
  /// The first frame not yet rendered.
  package static let immediately = SampleTime.min

  /// The frame at which to act; a past one means now.
  package var time: SampleTime
  /// Grows with each command of the engine; comes back in notices, and orders commands of the same frame. 0 is a command
  /// that nobody cancels or asks about.
  package var serial: UInt64
  /// Index of the player's slot.
  package var player: Int32
  /// What to do.
  package var action: Action

  /// What to do.
  package enum Action: BitwiseCopyable {
    /// Gives a player its schedule. Owned by the engine until the player's slot has come back.
    case install(UnsafePointer<Schedule>)
    /// Plays from the beginning, or from where a seek before the start has put it.
    ///
    /// A stop flag with a greater serial that was obeyed before the start's frame ends what was meant to begin before it: a
    /// start that is meant for now (`isNow`), or one with a frame that is not later than the stop's. It then begins and ends
    /// at its frame, so that the transients that are due there are felt and nothing else. A start that is meant for later
    /// plays. A cancel forgets them all.
    case start(isNow: Bool = false)
    /// Ends playback: continuous events release, transients end on their own.
    case stop
    /// Forgets the player's waiting commands that were sent before, and stops it, fading in 5 ms.
    case cancel
    /// Holds the position; silence follows in 2.7 ms.
    case pause
    /// Continues from the held position.
    case resume
    /// Moves to a position, pattern frames.
    case seek(to: Double)
    /// Plays at this many times the speed.
    case setRate(Double)
    /// Loops at a position, pattern frames, or plays on; below one frame it plays once. Events at the end itself are played
    /// when it is the pattern's own duration.
    case setLoop(isOn: Bool, end: Double)
    /// Sets a control, permanently.
    case setControl(ControlChange)
    /// Moves a control in a straight line that reaches the value at a frame, whatever the player's rate and pauses.
    case rampControl(ControlChange, end: SampleTime)
    /// Gives the player's slot back when its last voice has ended.
    case release
  }

  /// Makes a command.
  @_noLocks
  package init(_ action: Action, player: Int, time: SampleTime = Command.immediately, serial: UInt64 = 0) {
    self.action = action
    self.player = Int32(truncatingIfNeeded: player)
    self.time = time
    self.serial = serial
  }
}

/// A control's next value, and the path that it belongs to.
package struct ControlChange: BitwiseCopyable, Sendable {
  /// Which control.
  package var control: DynamicParameterID
  /// The value, clamped to the control's range; NaN is refused.
  package var value: Double
  /// A change that `beginsPath` takes the control over permanently; others act only while their path has it. 0 always acts.
  package var path: UInt64
  /// Whether the path takes the control with this change.
  package var beginsPath: Bool

  /// Makes a change.
  @_noLocks
  package init(_ control: DynamicParameterID, to value: Double, path: UInt64 = 0, beginsPath: Bool = false) {
    self.control = control
    self.value = value
    self.path = path
    self.beginsPath = beginsPath
  }
}

extension Command {
  /// A value to fill memory with; never sent.
  static var filler: Command { Command(.release, player: -1) }

  /// Whether it gives its player a schedule.
  package var isInstall: Bool {
    @_noLocks get { if case .install = action { true } else { false } }
  }

  /// Whether it starts its player.
  package var isStart: Bool {
    @_noLocks get { if case .start = action { true } else { false } }
  }
}
