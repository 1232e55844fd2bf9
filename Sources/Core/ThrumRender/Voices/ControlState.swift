import ThrumDevice

/// A control's state: a linear ramp to a constant, plus the decaying remainder of a jump (decision 0015).
struct ControlState: BitwiseCopyable {
  /// Value set by the app, from which each pass of the pattern starts.
  var base: Double
  private var value: Double
  private var slope = 0.0
  private var lineFrame: SampleTime = 0
  private var lineEnd: SampleTime = .min
  private var goal: Double
  /// Whether the line belongs to the pattern: it then stops during pauses and advances at the player's rate.
  private var isOfPattern = false
  /// Current path of the app; see ``ControlChange/path``.
  private var path: UInt64 = 0
  private var residue = 0.0
  private var residueEnd: SampleTime = .min
  /// Whether the line is too steep to track; its end value is then used.
  private var isSteep = false

  /// Latest frame: centuries away, but far from overflow.
  static var latest: SampleTime { @_noLocks get { 1 << 60 } }

  @_noLocks
  init(_ value: Double) {
    base = value
    self.value = value
    goal = value
  }

  @_noLocks
  mutating func admits(_ change: ControlChange) -> Bool {
    if change.beginsPath || change.path == 0 { path = change.path }
    return change.path == path
  }

  /// Returns the value for new events, without the remainder of a jump.
  @_noLocks
  func target(at frame: SampleTime) -> Double {
    guard frame < lineEnd else { return goal }
    return value + slope * Double(frame - lineFrame)
  }

  /// Returns the value for sounding events.
  @_noLocks
  func value(at frame: SampleTime, _ fades: FadeFrames) -> Double {
    guard frame < residueEnd else { return target(at: frame) }
    return (isSteep ? goal : target(at: frame)) + residue * Double(residueEnd - frame) * fades.jumpShare
  }

  /// Final value and frame of the line. The frame is in the past for a constant.
  var destination: (value: Double, frame: SampleTime) { @_noLocks get { (goal, lineEnd) } }

  /// Returns the next frame at which the slope changes, or `SampleTime.max`.
  @_noLocks
  func nextCorner(after frame: SampleTime) -> SampleTime {
    let line = lineEnd > frame ? lineEnd : SampleTime.max
    let rest = residueEnd > frame ? residueEnd : SampleTime.max
    return line < rest ? line : rest
  }

  /// Starts a line, or jumps if `end` is not later than `frame`.
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

  @_noLocks
  mutating func delay(from frame: SampleTime, by frames: SampleTime) {
    guard isOfPattern, lineEnd > frame, lineFrame <= frame else { return }
    lineFrame &+= frames
    lineEnd = lineEnd < ControlState.latest ? lineEnd &+ frames : lineEnd
  }

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
