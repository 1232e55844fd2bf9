import ThrumDevice

/// Where a control is and where it goes: a straight line that ends in a constant, plus what is left of a jump.
///
/// A jump does not click: the difference to the new line fades in 2 ms, while events that begin after the jump
/// already take the new value. A line that is shorter than that counts as a jump to its end for what sounds.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct ControlState: BitwiseCopyable {
  /// What the app has sent, and what a new pass of the pattern begins with.
  var base: Double
  private var value: Double
  private var slope = 0.0
  private var lineFrame: SampleTime = 0
  private var lineEnd: SampleTime = .min
  private var goal: Double
  /// Whether the line is the pattern's, whose time stands still in a pause and passes at the player's rate.
  private var isOfPattern = false
  /// The path of the app's that the control follows; see ``Command/path``.
  private var path: UInt64 = 0
  private var residue = 0.0
  private var residueEnd: SampleTime = .min
  /// Whether the rest is one of a line too steep to be followed: its end counts instead of it.
  private var isSteep = false

  /// Lines end here at the latest: centuries away, and far enough from the end of the numbers.
  static var latest: SampleTime { @_noLocks get { 1 << 60 } }

  /// A control at rest at a value.
  @_noLocks
  init(_ value: Double) {
    base = value
    self.value = value
    goal = value
  }

  /// Whether a command moves the control: one that begins a path, belongs to the path that has the control, or to none.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func admits(_ change: ControlChange) -> Bool {
    if change.beginsPath || change.path == 0 { path = change.path }
    return change.path == path
  }

  /// The value of the line at a frame, without the rest of a jump: what a new event takes.
  ///
  /// - Real-time: yes.
  @_noLocks
  func target(at frame: SampleTime) -> Double {
    guard frame < lineEnd else { return goal }
    return value + slope * Double(frame - lineFrame)
  }

  /// The value at a frame: what sounding events take.
  ///
  /// - Real-time: yes.
  @_noLocks
  func value(at frame: SampleTime, _ fades: FadeFrames) -> Double {
    guard frame < residueEnd else { return target(at: frame) }
    return (isSteep ? goal : target(at: frame)) + residue * Double(residueEnd - frame) * fades.jumpShare
  }

  /// Where the line goes, and when it is there; for a constant that was some time ago.
  ///
  /// - Real-time: yes.
  var destination: (value: Double, frame: SampleTime) { @_noLocks get { (goal, lineEnd) } }

  /// The next frame after `frame` at which the path has a corner, or `SampleTime.max`.
  ///
  /// - Real-time: yes.
  @_noLocks
  func nextCorner(after frame: SampleTime) -> SampleTime {
    let line = lineEnd > frame ? lineEnd : SampleTime.max
    let rest = residueEnd > frame ? residueEnd : SampleTime.max
    return line < rest ? line : rest
  }

  /// Goes from `from` at `frame` to `to` at `end`; at once when the end is not later. The line is the pattern's or the app's.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func move(
    from start: Double, to goal: Double, at frame: SampleTime, until end: SampleTime, ofPattern: Bool,
    smoothly: Bool, _ fades: FadeFrames
  ) {
    let before = value(at: frame, fades)
    isOfPattern = ofPattern
    self.goal = goal
    lineFrame = frame
    let end = end < ControlState.latest ? end : ControlState.latest
    if end > frame {
      value = start
      slope = (goal - start) / Double(end - frame)
      lineEnd = end
    } else {
      value = goal
      slope = 0
      lineEnd = .min
    }
    isSteep = smoothly && end > frame && end - frame < fades.jump
    let difference = before - (isSteep ? goal : target(at: frame))
    let isHeard = smoothly && (difference > 1e-6 || difference < -1e-6)
    residue = isHeard ? difference : 0
    residueEnd = isHeard ? frame + fades.jump : .min
  }

  /// Lets a line of the pattern that was under way at a frame stand still there for a while.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func delay(from frame: SampleTime, by frames: SampleTime) {
    guard isOfPattern, lineEnd > frame, lineFrame <= frame else { return }
    lineFrame &+= frames
    lineEnd = lineEnd < ControlState.latest ? lineEnd &+ frames : lineEnd
  }

  /// Stretches what is left of a line of the pattern when the player's rate changes.
  ///
  /// - Real-time: yes.
  @_noLocks
  mutating func stretch(at frame: SampleTime, by factor: Double) {
    guard isOfPattern, lineEnd > frame else { return }
    let now = target(at: frame)
    let left = nearestFrame(Double(lineEnd - frame) * factor)
    value = now
    lineFrame = frame
    let end = frame &+ (left > 0 ? left : 1)
    lineEnd = end < ControlState.latest ? end : ControlState.latest
    slope = (goal - now) / Double(lineEnd - frame)
  }
}
