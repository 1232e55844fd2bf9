import ThrumDevice
import ThrumPattern

struct Player: BitwiseCopyable {
  enum Status: BitwiseCopyable {
    case free, idle, playing, paused
  }

  let slot: Int32
  var status = Status.free
  var schedule: UnsafePointer<Schedule>?
  /// Whether to free the slot once the last voice has ended.
  var isReleased = false

  /// `anchorPosition` (pattern frames) is due at `anchorFrame`; from there, time advances at `rate`.
  private(set) var anchorFrame: SampleTime = 0
  private(set) var anchorPosition = 0.0
  private(set) var rate = 1.0
  var heldPosition = 0.0
  /// Frame of a pause, and whether a seek has changed the held position.
  var pausedFrame: SampleTime = 0
  var hasSought = false
  var isLooping = false
  var loopEnd = 0.0
  var loopedQuantum: SampleTime = -1
  var nextEvent = 0
  var nextSegment = 0
  /// Frame before which nothing is due. Determined by the slow path, and reset by ``invalidateLookahead()``.
  var nextChange = SampleTime.min
  /// End of the last event; playback ends no earlier.
  var lastEnd: SampleTime = 0

  /// First and last voice of the list, or −1.
  var firstVoice: Int32 = -1
  var lastVoice: Int32 = -1
  /// Whether no voice can be stolen until another is released.
  var hasNothingToSteal = false

  /// Stored in memory that all players share.
  let controls: UnsafeMutablePointer<ControlState>
  let fades: FadeFrames
  /// Controls with corners ahead, as a bit mask.
  var movingControls: UInt16 = 0
  /// Gain for mute and pause, ramped over 2.7 ms.
  var gain: Float = 1
  var isMuted = false
  /// Serial number of the last start read.
  var takenStart: UInt64 = 0
  /// Number of starts read that are still waiting for their frame.
  var waitingStarts: Int32 = 0
  var appliedStop: UInt64 = 0
  var stopFrame = SampleTime.min
  var cancelledUpTo: UInt64 = 0

  @_noLocks
  init(slot: Int32, controls: UnsafeMutablePointer<ControlState>, fades: FadeFrames) {
    self.slot = slot
    self.fades = fades
    self.controls = controls
    for index in 0..<Player.controlCount { controls[index] = ControlState(0) }
    controls[DynamicParameterID.hapticIntensityControl.index] = ControlState(1)
    controls[DynamicParameterID.audioVolumeControl.index] = ControlState(1)
  }

  static var controlCount: Int { @_noLocks get { 12 } }

  var isSilent: Bool { @_noLocks get { firstVoice < 0 } }

  /// Call after a command or flag.
  @_noLocks @inline(__always)
  mutating func invalidateLookahead() { nextChange = .min }

  @_noLocks
  func position(at frame: SampleTime) -> Double {
    anchorPosition + Double(frame - anchorFrame) * rate
  }

  /// Returns `SampleTime.max` for an infinite position.
  @_noLocks
  func frame(of position: Double) -> SampleTime {
    guard position < .infinity else { return .max }
    let distance = position - anchorPosition
    return anchorFrame + nearestFrame(rate == 1 ? distance : distance / rate)
  }

  @_noLocks
  mutating func anchor(_ position: Double, at frame: SampleTime, rate: Double) {
    anchorFrame = frame
    anchorPosition = position
    self.rate = rate
  }

  @_noLocks @inline(__always)
  func control(_ id: DynamicParameterID, at frame: SampleTime) -> Float {
    Float(controls[id.index].value(at: frame, fades))
  }

  /// Call ``nextCorner(after:limit:)`` for the segment's start first.
  @_noLocks @inline(__always)
  func control(_ id: DynamicParameterID, from: SampleTime, to: SampleTime) -> Ends {
    let begin = control(id, at: from)
    return Ends(begin, movingControls & 1 << UInt16(id.index) == 0 ? begin : control(id, at: to))
  }

  @_noLocks @inline(__always)
  func onset(_ control: DynamicParameterID, at frame: SampleTime) -> Float {
    Float(controls[control.index].target(at: frame))
  }

  /// Moves a control, smoothly if any event is sounding.
  @_noLocks
  mutating func move(
    _ control: DynamicParameterID, from start: Double, to goal: Double, at frame: SampleTime, until end: SampleTime,
    ofPattern: Bool
  ) {
    let index = control.index
    controls[index].move(
      from: start, to: goal, at: frame, until: end, ofPattern: ofPattern, smoothly: !isSilent, fades)
    movingControls |= 1 << UInt16(index)
  }

  @_noLocks
  mutating func nextCorner(after frame: SampleTime, limit: SampleTime) -> SampleTime {
    var nearest = limit
    var remaining = movingControls
    while remaining != 0 {
      let index = remaining.trailingZeroBitCount
      remaining &= remaining - 1
      let corner = controls[index].nextCorner(after: frame)
      if corner == .max { movingControls &= ~(1 << UInt16(index)) }
      if corner < nearest { nearest = corner }
    }
    return nearest
  }

  @_noLocks
  mutating func resetPatternControls(at frame: SampleTime) {
    guard let schedule else { return }
    var remaining = schedule.pointee.touchedControls
    while remaining != 0 {
      let index = remaining.trailingZeroBitCount
      remaining &= remaining - 1
      let base = controls[index].base
      controls[index].move(from: base, to: base, at: frame, until: frame, ofPattern: true, smoothly: !isSilent, fades)
      movingControls |= 1 << UInt16(index)
    }
  }

  @_noLocks
  mutating func begin(_ segment: ControlSegment, at frame: SampleTime, _ context: inout RenderContext) {
    let start =
      segment.from == segment.from
      ? Double(segment.from) : controls[segment.control.index].target(at: frame)
    let end = self.frame(of: segment.end)
    move(segment.control, from: start, to: Double(segment.to), at: frame, until: end, ofPattern: true)
    guard context.reportsEvents else { return }
    post(segment.control.index, from: segment.from, to: segment.to, at: frame, until: end, &context)
  }

  @_noLocks
  func postControls(_ moved: UInt16, at frame: SampleTime, _ context: inout RenderContext) {
    guard context.reportsEvents else { return }
    var remaining = moved
    while remaining != 0 {
      let index = remaining.trailingZeroBitCount
      remaining &= remaining - 1
      let destination = controls[index].destination
      post(
        index, from: Float(controls[index].target(at: frame)), to: Float(destination.value), at: frame,
        until: destination.frame, &context)
    }
  }

  @_noLocks
  private func post(
    _ control: Int, from: Float, to: Float, at frame: SampleTime, until end: SampleTime, _ context: inout RenderContext
  ) {
    context.post(
      Notice(
        .controlMoved(index: Int32(control), from: from, to: to, end: end), player: slot, frame: frame))
  }
}

extension Player.Status {
  /// Written out because the render path must not call a derived `==`.
  @_noLocks
  static func == (a: Self, b: Self) -> Bool {
    unsafeBitCast(a, to: UInt8.self) == unsafeBitCast(b, to: UInt8.self)
  }
}
