import ThrumDevice
import ThrumPattern

package struct Command: BitwiseCopyable {
  /// Time of a command for the first frame not yet rendered.
  package static let immediately = SampleTime.min

  /// Frame at which it takes effect; a past one means now.
  package var time: SampleTime
  /// Increases with each command; identifies it in notices and orders commands of the same frame. 0 for commands that
  /// are never cancelled or confirmed.
  package var serial: UInt64
  package var player: Int32
  package var action: Action

  package enum Action: BitwiseCopyable {
    /// Gives a player its schedule, which the engine owns until the slot is released.
    case install(UnsafePointer<Schedule>)
    /// Plays from the start, or from the target of a seek.
    ///
    /// A stop flag with a greater serial number ends a start that was meant to begin before it: one for now (`isNow`),
    /// or one with a frame not later than the stop's. Such a start begins and ends at its frame, so that only the
    /// transients due there are felt. A later start plays. A cancel removes them all.
    case start(isNow: Bool = false)
    /// Ends playback: continuous events release, transients finish.
    case stop
    /// Removes the player's earlier waiting commands, and stops it with a fade of 5 ms.
    case cancel
    /// Pauses, silent within 2.7 ms.
    case pause
    case resume
    /// Moves to a position, in pattern frames.
    case seek(to: Double)
    case setRate(Double)
    /// Sets the loop's end, in pattern frames, or turns looping off; a loop shorter than one frame plays once. Events
    /// at the end play if it is the pattern's own.
    case setLoop(isOn: Bool, end: Double)
    /// Sets a control permanently.
    case setControl(ControlChange)
    /// Ramps a control to a value reached at a frame, independent of the player's rate and pauses.
    case rampControl(ControlChange, end: SampleTime)
    /// Releases the slot when the last voice has ended.
    case release
  }

  @_noLocks
  package init(_ action: Action, player: Int, time: SampleTime = Command.immediately, serial: UInt64 = 0) {
    self.action = action
    self.player = Int32(truncatingIfNeeded: player)
    self.time = time
    self.serial = serial
  }
}

package struct ControlChange: BitwiseCopyable, Sendable {
  package var control: DynamicParameterID
  /// The value, clamped to the control's range; NaN is refused.
  package var value: Double
  /// A change with `beginsPath` gives its path the control permanently; others apply only while their path has it. 0
  /// always applies.
  package var path: UInt64
  package var beginsPath: Bool

  @_noLocks
  package init(_ control: DynamicParameterID, to value: Double, path: UInt64 = 0, beginsPath: Bool = false) {
    self.control = control
    self.value = value
    self.path = path
    self.beginsPath = beginsPath
  }
}

extension Command {
  /// Fills unused memory; never sent.
  static var filler: Command { Command(.release, player: -1) }

  package var isInstall: Bool {
    @_noLocks get { if case .install = action { true } else { false } }
  }

  package var isStart: Bool {
    @_noLocks get { if case .start = action { true } else { false } }
  }
}
