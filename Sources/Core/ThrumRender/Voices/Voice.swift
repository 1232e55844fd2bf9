import ThrumDevice

/// A sounding event. Voices live in a fixed pool and hang on their player in a list, in the order of their starts.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct Voice: BitwiseCopyable {
  /// Next voice of the same player, or of the free list; −1 at the end.
  var next: Int32 = -1
  var kind = ScheduledEvent.Kind.transient
  var stage = EnvelopeStage.ended
  var isSustained = true
  var usesEnvelope = true
  var loops = false
  /// First frame.
  var start: SampleTime = 0
  /// Frame at which the event's duration ends, `SampleTime.max` when it does not.
  var end: SampleTime = .max
  /// The same in pattern frames, to compute `end` again when the rate changes.
  var endPosition = Double.infinity
  /// The frame after the last one before the tail.
  var lastHeld: SampleTime = 0
  /// Frames left in the stage.
  var stageFrames = Int.max
  /// Frames left until the limit of a continuous event.
  var framesToLimit = Int.max

  /// Envelope: level now, and its change in a frame.
  var level: Float = 0
  var levelStep: Float = 0
  /// Normalised times.
  var decay: Float = 0
  var release: Float = 0

  /// Turns.
  var phase = 0.0
  /// Turns a frame at the end of the last segment.
  var increment = 0.0
  /// Strength of the event; for a transient with the control of its onset.
  var intensity: Float = 0
  var sharpness: Float = 0
  /// The sharpness control that `increment` and `full` belong to; NaN at first.
  var control = Float.nan
  /// What full intensity is at the end of the last segment: volts, or for a continuous event the acceleration wanted, m/s².
  var full: Float = 0
  /// Turns a frame of the half-cycles after a tap's cycle.
  var brakeIncrement = 0.0
  var firstBrake: Float = 0
  var secondBrake: Float = 0
  var secondBrakeFrames = 0

  /// Audio.
  var volume: Float = 1
  var pitch: Float = 0
  var pan: Float = 0
  var brightness: Float = 1
  var sound: Sound?
  var position = SoundPosition(units: 0)
  var timbre = Timbre()

  /// A voice that is not in use.
  @_noLocks
  init() {}

  /// Whether the event itself still sounds; a release is only its tail.
  var isHolding: Bool { @_noLocks get { !(stage == .release || stage == .ended) } }

  /// Whether nothing more comes.
  var hasEnded: Bool { @_noLocks get { stage == .ended } }

  /// Goes on by frames of the present stage; the caller has split at its end.
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
      // The cycle has ended between two frames: from there on the phase passes at the brake's pace.
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

  /// Frames whose phase, counted from 0, lies before `turns`.
  @_noLocks
  static func framesOfPhase(_ turns: Double, _ increment: Double) -> Int {
    let exact = turns / increment
    let whole = Int(exact)
    return Double(whole) < exact ? whole + 1 : whole
  }

  /// Begins the tail, `frames` long; a tail that is under way is only ever shortened. Transients end on their own.
  @_noLocks
  mutating func beginRelease(frames: Int) {
    guard !hasEnded else { return }
    if stage == .release, stageFrames <= frames { return }
    stage = .release
    stageFrames = frames > 1 ? frames : 1
    levelStep = -level / Float(stageFrames)
  }
}
