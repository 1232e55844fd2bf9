/// What the players of a renderer share: the voices, the buses of the quantum, the notices, the constants.
struct Stage: BitwiseCopyable {
  var voices: VoicePool
  /// Volts of the quantum, with room for a partial group of lanes at the end.
  let drive: UnsafeMutablePointer<Float>
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let notices: NoticeRing
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
  /// What continuous events do over the whole quantum.
  var smooth = SmoothDrive()
  /// Whether something is drawn frame by frame in ``drive``; without it that holds what an earlier quantum has left.
  private(set) var hasFrames = false
  /// Whether an audio voice has sounded in this quantum; without it the channels hold what an earlier one has left.
  private(set) var hasAudio = false
  /// Ends of players that found the ring full; they are told later.
  private let owed: UnsafeMutablePointer<Notice>
  private let owedCapacity: Int
  private var owedCount = 0
  /// Events that found no voice.
  var refusedEvents = 0
  /// Other notices that found the ring full.
  var lostNotices = 0

  /// Allocates the buses and the voices.
  init(_ settings: RenderSettings, notices: NoticeRing) {
    owedCapacity = 4 * settings.playerCapacity
    owed = .allocate(capacity: owedCapacity)
    owed.initialize(repeating: Notice.filler, count: owedCapacity)
    voices = VoicePool(capacity: settings.voiceCapacity)
    let padded = quantumFrames + Lanes.scalarCount
    drive = .allocate(capacity: padded)
    left = .allocate(capacity: padded)
    right = .allocate(capacity: padded)
    drive.initialize(repeating: 0, count: padded)
    left.initialize(repeating: 0, count: padded)
    right.initialize(repeating: 0, count: padded)
    self.notices = notices
    table = DriveTable(settings)
    oscillator = DriveOscillator(squares: settings.squaresIntensity, isUnipolar: table.isUnipolar)
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
    owed.deallocate()
    drive.deallocate()
    left.deallocate()
    right.deallocate()
    table.deallocate()
  }

  /// Begins a quantum: nothing has sounded in it yet.
  @_noLocks @inline(__always)
  mutating func clear() {
    smooth = SmoothDrive()
    hasFrames = false
    hasAudio = false
  }

  /// Before something is added to ``drive``.
  @_noLocks @inline(__always)
  mutating func beginFrames() {
    guard !hasFrames else { return }
    hasFrames = true
    for tile in 0..<tilesOfQuantum { storeTile(.zero, drive, tile) }
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

  /// Tells the engine. When the ring is full, what it must not miss is owed to it, and the rest is counted as lost.
  @_noLocks
  mutating func tell(_ notice: Notice) {
    if owedCount == 0, notices.push(notice) { return }
    let isEssential = notice.kind == .playerFinished || notice.kind == .playerReleased
    if isEssential, owedCount < owedCapacity {
      owed[owedCount] = notice
      owedCount += 1
    } else {
      lostNotices += 1
    }
  }

  /// Whether something is still to be told.
  var owesNotices: Bool { @_noLocks get { owedCount > 0 } }

  /// Tells what is owed, as far as the ring takes it.
  @_noLocks
  mutating func payOwedNotices() {
    var paid = 0
    while paid < owedCount, notices.push(owed[paid]) { paid += 1 }
    guard paid > 0 else { return }
    for index in paid..<owedCount { owed[index - paid] = owed[index] }
    owedCount -= paid
  }
}
