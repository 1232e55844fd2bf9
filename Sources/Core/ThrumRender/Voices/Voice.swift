import ThrumDevice

/// A sounding event, from a fixed pool. Linked into its player's list in order of start.
struct Voice: BitwiseCopyable {
  var next: Int32 = -1
  var kind = ScheduledEvent.Kind.transient
  var stage = EnvelopeStage.ended
  var isSustained = true
  var usesEnvelope = true
  var loops = false
  var start: SampleTime = 0
  /// `SampleTime.max` if the event is endless.
  var end: SampleTime = .max
  /// In pattern frames, to recompute `end` when the rate changes.
  var endPosition = Double.infinity
  /// Frame after the last held frame.
  var lastHeld: SampleTime = 0
  var stageFrames = Int.max
  var framesToLimit = Int.max

  var level: Float = 0
  var levelStep: Float = 0
  /// Normalised times, 0…1.
  var decay: Float = 0
  var release: Float = 0

  /// In turns.
  var phase = 0.0
  /// Turns per frame at the end of the last segment.
  var increment = 0.0
  /// For a transient, scaled by the control at its onset.
  var intensity: Float = 0
  var sharpness: Float = 0
  /// Sharpness control for which `increment` and `full` were computed; NaN at first.
  var control = Float.nan
  /// Drive at full intensity at the end of the last segment: volts, or a continuous event's acceleration, m/s².
  var full: Float = 0
  /// Turns per frame of a tap's brake half-cycles.
  var brakeIncrement = 0.0
  var firstBrake: Float = 0
  var secondBrake: Float = 0
  var secondBrakeFrames = 0

  var volume: Float = 1
  var pitch: Float = 0
  var pan: Float = 0
  var brightness: Float = 1
  var sound: Sound?
  var position = SoundPosition(units: 0)
  var timbre = Timbre()

  @_noLocks
  init() {}

  /// Whether more than the tail is still sounding.
  var isHolding: Bool { @_noLocks get { !(stage == .release || stage == .ended) } }

  var hasEnded: Bool { @_noLocks get { stage == .ended } }

  /// The caller splits segments at each stage's end.
  @_noLocks
  mutating func advance(_ frames: Int, secondsToFrames: EnvelopeFrames, decayControl: Float) {
    level += levelStep * Float(frames)
    if framesToLimit != Int.max { framesToLimit -= frames }
    guard stageFrames != Int.max else { return }
    stageFrames -= frames
    guard stageFrames <= 0 else { return }
    enterNextStage(secondsToFrames, decayControl: decayControl)
  }

  @_noLocks
  private mutating func enterNextStage(_ times: EnvelopeFrames, decayControl: Float) {
    levelStep = 0
    switch stage {
    case .attack:
      level = 1
      if isSustained {
        stage = .hold
        stageFrames = Int.max
      } else {
        stage = .decay
        stageFrames = times.decay(decay + decayControl)
        levelStep = -1 / Float(stageFrames)
      }
    case .cycle:
      stage = .firstBrake
      level = firstBrake
      // The cycle ends between two frames. From there, the phase advances at the brake's frequency.
      let over = Double(Voice.framesOfPhase(1, increment)) * increment - 1
      phase = over * brakeIncrement / increment
      increment = brakeIncrement
      stageFrames = Voice.framesOfPhase(0.5 - phase, increment)
      secondBrakeFrames = Voice.framesOfPhase(1 - phase, increment) - stageFrames
      if firstBrake == 0, secondBrake == 0 { stage = .ended }
    case .firstBrake:
      stage = .secondBrake
      level = secondBrake
      stageFrames = secondBrakeFrames
    case .decay, .release, .secondBrake, .hold, .ended:
      stage = .ended
      level = 0
    }
  }

  /// Returns the number of frames whose phase, starting at 0, is below `turns`.
  @_noLocks
  static func framesOfPhase(_ turns: Double, _ increment: Double) -> Int {
    let exact = turns / increment
    let whole = Int(exact)
    return Double(whole) < exact ? whole + 1 : whole
  }

  /// A tail in progress can only be shortened.
  @_noLocks
  mutating func beginRelease(frames: Int) {
    guard !hasEnded else { return }
    if stage == .release, stageFrames <= frames { return }
    stage = .release
    stageFrames = frames > 1 ? frames : 1
    levelStep = -level / Float(stageFrames)
  }
}

/// A fixed set of voices. If none is free, a player steals whichever of its releasing voices ends first, or else
/// refuses the event with a notice.
struct VoicePool: BitwiseCopyable {
  private let voices: UnsafeMutablePointer<Voice>
  private let capacity: Int
  private var firstFree: Int32 = 0
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    voices = .allocate(capacity: capacity)
    voices.initialize(repeating: Voice(), count: capacity)
    for index in 0..<capacity - 1 { voices[index].next = Int32(index + 1) }
  }

  func deallocate() { voices.deallocate() }

  @_noLocks @inline(__always)
  func voice(_ index: Int32) -> UnsafeMutablePointer<Voice> { voices + Int(index) }

  @_noLocks
  mutating func take() -> Int32 {
    let index = firstFree
    guard index >= 0 else { return -1 }
    firstFree = voices[Int(index)].next
    count += 1
    return index
  }

  @_noLocks
  mutating func give(back index: Int32) {
    voices[Int(index)] = Voice()
    voices[Int(index)].next = firstFree
    firstFree = index
    count -= 1
  }
}
