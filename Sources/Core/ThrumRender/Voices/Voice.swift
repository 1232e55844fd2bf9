import ThrumDevice

/// A sounding event, from a fixed pool: what all kinds share, and the state of each kind. Linked into its player's list
/// in order of start.
struct Voice: BitwiseCopyable {
  var next: Int32 = -1
  var kind = ScheduledEvent.Kind.transient
  var stage = EnvelopeStage.ended
  var isSustained = true
  var usesEnvelope = true
  var start: SampleTime = 0
  /// `SampleTime.max` if the event is endless.
  var end: SampleTime = .max
  /// In pattern frames, to recompute `end` when the rate changes.
  var endPosition = Double.infinity
  /// Frame after the last held frame.
  var lastHeld: SampleTime = 0
  var stageFrames = Int.max

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
  /// Drive at full intensity at the end of the last segment: volts, or a continuous event's acceleration, m/s².
  var full: Float = 0

  var tap = Tap()
  var buzz = Buzz()
  var tone = Tone()
  var sample = Sample()
  /// Of a tone or sample.
  var mix = AudioMix()
  var panorama = Panorama()

  @_noLocks
  init() {}

  /// Begins a voice, whose kind begins next.
  @_noLocks
  init(_ event: ScheduledEvent, at frame: SampleTime) {
    kind = event.kind
    start = frame
    isSustained = event.isSustained
    decay = event.decay
    release = event.release
  }

  /// - Parameter intensity: Scaled by the control at the onset.
  @_noLocks
  mutating func beginTap(_ event: ScheduledEvent, intensity: Float, _ table: DriveTable) {
    let row = table.row(sharpness: Double(event.sharpness))
    stage = .cycle
    level = 1
    self.intensity = intensity
    sharpness = event.sharpness
    increment = row.increment
    full = Float(table.maximumVolts * row.tap)
    let resonance = table.resonanceIncrement
    tap.brakeIncrement = row.increment > resonance ? row.increment : resonance
    tap.firstBrake = Float(row.firstBrake)
    tap.secondBrake = Float(row.secondBrake)
    stageFrames = Voice.framesOfPhase(1, row.increment)
    end = .max
  }

  @_noLocks
  mutating func beginBuzz(_ event: ScheduledEvent, attackFrames: Int, mostFrames: Int) {
    intensity = event.intensity
    sharpness = event.sharpness
    buzz.framesToLimit = mostFrames
    beginAttack(frames: attackFrames)
  }

  /// Begins a tone or a sample. `attackFrames` count only if the event uses its envelope.
  @_noLocks
  mutating func beginAudio(_ event: ScheduledEvent, attackFrames: Int) {
    mix = AudioMix(event)
    sample.sound = event.sound
    sample.loops = event.loops
    usesEnvelope = event.usesEnvelope || event.kind == .tone
    guard usesEnvelope else {
      stage = .hold
      level = 1
      return
    }
    beginAttack(frames: attackFrames)
  }

  @_noLocks
  private mutating func beginAttack(frames: Int) {
    stage = .attack
    stageFrames = frames
    levelStep = 1 / Float(frames)
  }

  /// Whether more than the tail is still sounding.
  var isHolding: Bool { @_noLocks get { !(stage == .release || stage == .ended) } }

  var hasEnded: Bool { @_noLocks get { stage == .ended } }

  /// The caller splits segments at each stage's end.
  @_noLocks
  mutating func advance(_ frames: Int, secondsToFrames: EnvelopeFrames, decayControl: Float) {
    level += levelStep * Float(frames)
    if buzz.framesToLimit != Int.max { buzz.framesToLimit -= frames }
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
      level = tap.firstBrake
      // The cycle ends between two frames. From there, the phase advances at the brake's frequency.
      let over = Double(Voice.framesOfPhase(1, increment)) * increment - 1
      phase = over * tap.brakeIncrement / increment
      increment = tap.brakeIncrement
      stageFrames = Voice.framesOfPhase(0.5 - phase, increment)
      tap.secondBrakeFrames = Voice.framesOfPhase(1 - phase, increment) - stageFrames
      if tap.firstBrake == 0, tap.secondBrake == 0 { stage = .ended }
    case .firstBrake:
      stage = .secondBrake
      level = tap.secondBrake
      stageFrames = tap.secondBrakeFrames
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

/// What only a continuous haptic event needs.
struct Buzz: BitwiseCopyable {
  /// Sharpness control for which a voice's `increment` and `full` were computed; NaN at first.
  var control = Float.nan
  /// Frames until the longest time for which an event may last.
  var framesToLimit = Int.max

  @_noLocks
  init() {}
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
