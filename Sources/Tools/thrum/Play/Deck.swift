import ThrumEngine
import ThrumDevice

/// Plays takes as a tape deck does: from a place, to a place, again and again; and gives the device back when idle.
///
/// Every move begins the players again at another offset, in the middle of events, too.
struct Deck {
  let engine: HapticEngine
  /// How many times faster than written.
  let rate: Double
  /// The version that is kept to compare with, and the newest.
  private(set) var takes: [Take]
  /// Which of them plays.
  private(set) var slot = 0
  private(set) var loop: LoopCount?
  /// Volume, dB.
  private(set) var volume: Double
  private(set) var isMuted = false
  private(set) var isPlaying = false
  /// Passes that are still to be begun or played, of a loop that ends.
  private var passesLeft = 1
  /// Where the players were at ``anchor``, s from the first pass's beginning.
  private var base = 0.0
  private var anchor: SampleTime = 0

  init(engine: HapticEngine, takes: [Take], loop: LoopCount?, rate: Double, volume: Double) {
    self.engine = engine
    self.rate = rate
    self.loop = loop
    self.takes = takes
    self.volume = volume
    passesLeft = loop?.count ?? 1
  }

  private var take: Take { takes[slot] }
  /// Seconds of a pass, as written. A loop of a lone tap, which lasts no time, leaves it the time to be felt.
  var length: Double { loop == nil ? take.length : max(take.length, Deck.shortestPass) }

  /// The shortest pass of a loop, s.
  static let shortestPass = 0.25

  /// Seconds from the first pass's beginning, as written.
  func travelled() async -> Double {
    guard isPlaying else { return base }
    let frames = await engine.meter.renderedFrames - anchor
    let sampleRate = await engine.outputFormat?.sampleRate ?? 48_000
    return base + Double(max(0, frames)) / sampleRate * rate
  }

  /// Seconds from the pass's beginning, as written.
  func position() async -> Double {
    let travelled = await travelled()
    guard length > 0 else { return 0 }
    return loop == nil ? min(travelled, length) : travelled.truncatingRemainder(dividingBy: length)
  }

  /// The pass of the loop that plays, from 1.
  func pass() async -> Int {
    guard loop != nil else { return 1 }
    let played = max(0, (loop?.count ?? passesLeft) - passesLeft)
    let passes = Int(min(1e9, await travelled() / length))
    return loop?.count.map { min($0, played + passes + 1) } ?? passes + 1
  }

  /// Whether the patterns have come to their end.
  func hasEnded() async -> Bool {
    guard isPlaying else { return false }
    for player in take.players where player.isActive { return false }
    return true
  }

  // MARK: Moving

  /// Begins at a place, s. `lead` puts the first frame off, so that all that is notified beforehand is exact.
  mutating func play(from offset: Double, lead: Double = 0) async throws(EngineError) {
    await engine.setGain(decibels: volume + take.gainDecibels)
    if await !engine.isRunning { try await engine.start() }
    let offset = max(0, offset)
    let loops = loop != nil && length > 0
    for player in take.players {
      try player.setRate(rate)
      // All begin again together: a shorter pattern waits for the longest.
      if loops { try player.setLoopEnd(length) }
      try player.setLoops(loops && (loop?.count == nil || passesLeft > 1))
    }
    anchor = await engine.meter.renderedFrames
    let begin = lead > 0 ? engine.currentTime + lead : 0
    try await engine.start(take.players, at: begin, offset: offset)
    if loops, loop?.count != nil, passesLeft > 1 {
      // The loop ends in the middle of the last pass: exactly that many passes.
      let seconds = (Double(passesLeft) - 0.5) * length - min(offset, length / 4)
      let end = (lead > 0 ? begin : engine.currentTime) + seconds / rate
      for player in take.players { try player.setLoops(false, at: end) }
    }
    base = offset
    isPlaying = true
  }

  /// Holds where it is.
  mutating func pause() async throws(EngineError) {
    guard isPlaying else { return }
    let travelled = await travelled()
    if length > 0, loop?.count != nil { passesLeft = max(1, passesLeft - Int(travelled / length)) }
    base = await position()
    isPlaying = false
    for player in take.players { try player.cancel() }
  }

  /// Fades out what sounds, and the motor's ringing with it, in 11 ms.
  func silence() async {
    for player in take.players { try? player.cancel() }
    await engine.setGain(decibels: -120)
  }

  /// Notes that the patterns have come to their end.
  mutating func end() {
    isPlaying = false
    base = length
    passesLeft = loop?.count ?? 1
  }

  /// Goes on, from the beginning when at the end; or holds.
  mutating func toggle() async throws(EngineError) {
    if isPlaying { return try await pause() }
    try await play(from: base >= length ? 0 : base)
  }

  /// Goes to a place.
  mutating func seek(to offset: Double) async throws(EngineError) {
    let wasPlaying = isPlaying
    try await pause()
    base = min(max(0, offset), length)
    if wasPlaying { try await play(from: base) }
  }

  // MARK: Switches

  mutating func toggleLoop() async throws(EngineError) {
    let place = await position()
    if isPlaying {
      anchor = await engine.meter.renderedFrames
      base = place
    }
    loop = loop == nil ? .forEver : nil
    guard isPlaying, length > 0 else { return }
    for player in take.players {
      try player.setLoopEnd(length)
      try player.setLoops(loop != nil)
    }
  }

  /// Louder or softer, dB.
  mutating func changeVolume(by change: Double) async {
    volume = min(max(volume + change, -120), 40)
    await engine.setGain(decibels: volume + take.gainDecibels)
  }

  mutating func toggleMute() async {
    isMuted.toggle()
    await engine.setMutedForHaptics(isMuted)
    await engine.setMutedForAudio(isMuted)
  }

  // MARK: Versions

  /// A new version takes the newest one's place, which is kept to compare with; it continues from the same place.
  mutating func replace(_ take: Take) async throws(EngineError) {
    let place = await position()
    let wasPlaying = isPlaying
    try await pause()
    takes = [takes[takes.count - 1], take]
    slot = 1
    base = place >= length ? 0 : place
    if wasPlaying { try await play(from: base) }
  }

  /// Plays the kept version (0) or the newest (1), at the same place; returns whether there is one.
  mutating func choose(_ slot: Int) async throws(EngineError) -> Bool {
    guard takes.indices.contains(slot) else { return false }
    guard slot != self.slot else { return true }
    let place = await position()
    let wasPlaying = isPlaying
    try await pause()
    self.slot = slot
    base = min(place, length)
    if wasPlaying { try await play(from: base) }
    return true
  }

  /// Gives the device back; playing again takes it.
  mutating func release() async throws(EngineError) {
    try await pause()
    try? await engine.stop()
  }
}
