import ThrumDevice

/// What the players of a renderer share: the voices, the buses of the quantum, the notices, the constants.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct RenderContext: ~Copyable {
  var voices: VoicePool
  /// Volts of the quantum, with room for a partial group of lanes at the end.
  let drive: UnsafeMutablePointer<Float>
  /// What continuous events want of the quantum: accelerations, or volts, in ``drive`` itself, where the motor is driven plainly.
  let continuous: UnsafeMutablePointer<Float>
  /// What a small loudspeaker gets for what is felt.
  var harmonics: HarmonicBus
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let notices: RingProducer<Notice>
  let table: DriveTable
  let oscillator: DriveOscillator
  let envelope: EnvelopeFrames
  let audio: AudioConstants
  /// Frames after which a continuous haptic event begins to fade.
  let continuousFrames: Int
  let entersMidEvent: Bool
  let reportsEvents: Bool
  /// Whether samples are made.
  let synthesises: Bool
  /// The volts of events over the whole quantum.
  var smooth = SmoothDrive()
  /// The accelerations that continuous events want over the whole quantum.
  var wanted = SmoothDrive()
  /// Whether something is drawn frame by frame in ``drive``; without it that holds what an earlier quantum has left.
  private(set) var hasFrames = false
  /// Whether some of that is in ``continuous``.
  private(set) var hasWantedFrames = false
  /// Whether an audio voice has sounded in this quantum; without it the channels hold what an earlier one has left.
  private(set) var hasAudio = false
  /// Essential notices that found the ring full; they are posted later.
  private let deferred: UnsafeMutablePointer<Notice>
  private let deferredCapacity: Int
  private var deferredCount = 0
  /// Events that were dropped because no voice was free.
  var refusedEvents = 0
  /// Other notices that found the ring full.
  var lostNotices = 0

  /// Allocates the buses and the voices.
  init(_ settings: RenderSettings, _ inverse: LinearInverse, notices: consuming RingProducer<Notice>) {
    deferredCapacity = 4 * settings.playerCapacity
    deferred = .allocate(capacity: deferredCapacity)
    deferred.initialize(repeating: Notice.filler, count: deferredCapacity)
    voices = VoicePool(capacity: settings.voiceCapacity)
    let padded = quantumFrames + Lanes.scalarCount
    drive = .allocate(capacity: padded)
    left = .allocate(capacity: padded)
    right = .allocate(capacity: padded)
    drive.initialize(repeating: 0, count: padded)
    table = DriveTable(settings, inverse)
    continuous = table.isForward ? .allocate(capacity: padded) : drive
    continuous.initialize(repeating: 0, count: padded)
    harmonics = HarmonicBus(settings)
    left.initialize(repeating: 0, count: padded)
    right.initialize(repeating: 0, count: padded)
    self.notices = notices
    oscillator = DriveOscillator(strength: StrengthPolynomial(settings.intensityLaw), isUnipolar: table.isUnipolar)
    envelope = EnvelopeFrames(settings.envelope, sampleRate: settings.sampleRate)
    audio = AudioConstants(sampleRate: settings.sampleRate)
    let limit = Int(nearestFrame(settings.continuousLimitSeconds * settings.sampleRate))
    continuousFrames = max(1, limit - envelope.limitFade)
    entersMidEvent = settings.entersMidEvent
    reportsEvents = settings.reportsEvents
    synthesises = settings.synthesises
  }

  /// Frees the buses and the voices.
  func deallocate() {
    voices.deallocate()
    deferred.deallocate()
    if table.isForward { continuous.deallocate() }
    harmonics.deallocate()
    drive.deallocate()
    left.deallocate()
    right.deallocate()
    table.deallocate()
  }

  /// Begins a quantum: nothing has sounded in it yet.
  @_noLocks @inline(__always)
  mutating func clear() {
    smooth = SmoothDrive()
    wanted = SmoothDrive()
    harmonics.clear()
    hasFrames = false
    hasWantedFrames = false
    hasAudio = false
  }

  /// Whether an event has added something to the quantum.
  ///
  /// - Real-time: yes.
  var hasSounded: Bool { @_noLocks @inline(__always) get { hasFrames || hasAudio || smooth.isUsed || wanted.isUsed } }

  /// Before something is added to ``drive``.
  @_noLocks @inline(__always)
  mutating func beginFrames() {
    guard !hasFrames else { return }
    hasFrames = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, drive, tile) }
  }

  /// Before something is added to ``continuous``.
  @_noLocks @inline(__always)
  mutating func beginWantedFrames() {
    beginFrames()
    guard table.isForward, !hasWantedFrames else { return }
    hasWantedFrames = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, continuous, tile) }
  }

  /// Before something is added to the channels.
  @_noLocks @inline(__always)
  mutating func beginAudio() {
    guard !hasAudio else { return }
    hasAudio = true
    silenceChannels()
  }

  /// Nothing is heard.
  @_noLocks
  func silenceChannels() {
    for tile in 0..<tilesOfQuantum {
      storeTile(.zero, left, tile)
      storeTile(.zero, right, tile)
    }
  }

  /// Posts a notice. When the ring is full, an essential one is deferred, and others are counted as lost.
  @_noLocks
  mutating func post(_ notice: Notice) {
    if deferredCount == 0, notices.push(notice) { return }
    if notice.isEssential, deferredCount < deferredCapacity {
      deferred[deferredCount] = notice
      deferredCount += 1
    } else {
      lostNotices += 1
    }
  }

  /// Whether a notice is still to be posted.
  var hasDeferredNotices: Bool { @_noLocks get { deferredCount > 0 } }

  /// Posts what was deferred, as far as the ring takes it.
  @_noLocks
  mutating func flushDeferredNotices() {
    var sent = 0
    while sent < deferredCount, notices.push(deferred[sent]) { sent += 1 }
    guard sent > 0 else { return }
    for index in sent..<deferredCount { deferred[index - sent] = deferred[index] }
    deferredCount -= sent
  }
}
