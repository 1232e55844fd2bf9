import ThrumDevice

struct RenderContext: ~Copyable {
  var voices: VoicePool
  /// Volts of the quantum, with room for a partial group of lanes.
  let drive: UnsafeMutablePointer<Float>
  /// Accelerations of continuous events; with a plain drive, same as ``drive``.
  let continuous: UnsafeMutablePointer<Float>
  var harmonics: HarmonicBus
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let notices: RingProducer<Notice>
  let table: DriveTable
  let oscillator: DriveOscillator
  let envelope: EnvelopeFrames
  let audio: AudioConstants
  /// Frames until a continuous event starts to fade.
  let continuousFrames: Int
  let entersMidEvent: Bool
  let reportsEvents: Bool
  let synthesises: Bool
  let synthesisesAudio: Bool
  var smooth = SmoothDrive()
  /// Accelerations of continuous events that last the whole quantum.
  var wanted = SmoothDrive()
  private(set) var hasFrames = false
  private(set) var hasWantedFrames = false
  /// Whether an audio voice has sounded in this quantum. If not, the channels are stale.
  private(set) var hasAudio = false
  /// Essential notices that did not fit into the ring.
  private let deferred: UnsafeMutablePointer<Notice>
  private let deferredCapacity: Int
  private var deferredCount = 0
  var refusedEvents = 0
  var lostNotices = 0

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
    synthesisesAudio = settings.synthesisesAudio
  }

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

  @_noLocks @inline(__always)
  mutating func clear() {
    smooth = SmoothDrive()
    wanted = SmoothDrive()
    harmonics.clear()
    hasFrames = false
    hasWantedFrames = false
    hasAudio = false
  }

  var hasSounded: Bool { @_noLocks @inline(__always) get { hasFrames || hasAudio || smooth.isUsed || wanted.isUsed } }

  @_noLocks @inline(__always)
  mutating func beginFrames() {
    guard !hasFrames else { return }
    hasFrames = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, drive, tile) }
  }

  @_noLocks @inline(__always)
  mutating func beginWantedFrames() {
    beginFrames()
    guard table.isForward, !hasWantedFrames else { return }
    hasWantedFrames = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, continuous, tile) }
  }

  @_noLocks @inline(__always)
  mutating func beginAudio() {
    guard !hasAudio else { return }
    hasAudio = true
    silenceChannels()
  }

  @_noLocks
  func silenceChannels() {
    for tile in 0..<tilesOfQuantum {
      storeTile(.zero, left, tile)
      storeTile(.zero, right, tile)
    }
  }

  /// If the ring is full, defers essential notices and counts others as lost.
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

  var hasDeferredNotices: Bool { @_noLocks get { deferredCount > 0 } }

  @_noLocks
  mutating func flushDeferredNotices() {
    var sent = 0
    while sent < deferredCount, notices.push(deferred[sent]) { sent += 1 }
    guard sent > 0 else { return }
    for index in sent..<deferredCount { deferred[index - sent] = deferred[index] }
    deferredCount -= sent
  }
}
