import ArgumentParser
import Glibc
import ThrumDevice
import ThrumEngine

/// Plays, pauses, seeks and loops, and switches between two versions. Each of these restarts the players, possibly
/// within an event.
struct Transport {
  let engine: HapticEngine
  let rate: Double
  /// The previous version, if any, and the newest.
  private(set) var versions: [LoadedVersion]
  private(set) var slot = 0
  private(set) var loop: LoopCount?
  /// In dB.
  private(set) var volume: Double
  private(set) var isMuted = false
  private(set) var isPlaying = false
  private var passesLeft = 1
  /// Last pass sent to a device that plays by itself.
  private var sentPass = 1
  /// The players' position at ``anchor``, in seconds from the start of the first pass.
  private var base = 0.0
  private var anchor: SampleTime = 0

  init(engine: HapticEngine, versions: [LoadedVersion], loop: LoopCount?, rate: Double, volume: Double) {
    self.engine = engine
    self.rate = rate
    self.loop = loop
    self.versions = versions
    self.volume = volume
    passesLeft = loop?.count ?? 1
  }

  var version: LoadedVersion { versions[slot] }
  /// Length of a pass in pattern seconds. Loops are long enough for a single tap to be felt.
  var length: Double { loop == nil ? version.length : max(version.length, Transport.shortestPass) }

  static let shortestPass = 0.25

  /// Pattern time since the start of the first pass, s.
  func travelled() async -> Double {
    guard isPlaying else { return base }
    let frames = await engine.meter.renderedFrames - anchor
    let sampleRate = await engine.outputFormat?.sampleRate ?? 48_000
    return base + Double(max(0, frames)) / sampleRate * rate
  }

  /// Pattern time since the start of the current pass, s.
  func position() async -> Double {
    let travelled = await travelled()
    guard length > 0 else { return 0 }
    return loop == nil ? min(travelled, length) : travelled.truncatingRemainder(dividingBy: length)
  }

  /// Returns the current pass, counted from 1.
  func pass() async -> Int {
    guard loop != nil else { return 1 }
    let played = max(0, (loop?.count ?? passesLeft) - passesLeft)
    let passes = Int(min(1e9, await travelled() / length))
    return loop?.count.map { min($0, played + passes + 1) } ?? passes + 1
  }

  func hasEnded() async -> Bool {
    guard isPlaying else { return false }
    for player in version.players where player.isActive { return false }
    return true
  }

  // MARK: Moving

  /// Starts at `offset` (s). `lead` (s) delays the first frame, so that a counted loop ends exactly on time.
  mutating func play(from offset: Double, lead: Double = 0) async throws(EngineError) {
    await engine.setGain(decibels: volume + version.gainDecibels)
    if await !engine.isRunning { try await engine.start() }
    let offset = max(0, offset)
    let loops = loop != nil && length > 0
    for player in version.players {
      try player.setRate(rate)
      // All files restart together: shorter patterns wait for the longest.
      if loops { try player.setLoopEnd(length) }
      try player.setLoops(loops && (loop?.count == nil || passesLeft > 1))
    }
    anchor = await engine.meter.renderedFrames
    let begin = lead > 0 ? engine.currentTime + lead : 0
    try await engine.start(version.players, at: begin, offset: offset)
    if loops, loop?.count != nil, passesLeft > 1 {
      // Turn off looping in the middle of the last pass.
      let seconds = (Double(passesLeft) - 0.5) * length - min(offset, length)
      let end = (lead > 0 ? begin : engine.currentTime) + seconds / rate
      for player in version.players { try player.setLoops(false, at: end) }
    }
    base = offset
    isPlaying = true
    sentPass = await pass()
    if !isMuted { version.play(from: offset, rate: rate) }
  }

  /// Starts the next pass on a device that plays by itself.
  mutating func followLoop() async {
    guard isPlaying, version.devicePattern != nil else { return }
    let pass = await pass()
    if pass > sentPass, !isMuted { version.play(from: 0, rate: rate) }
    sentPass = pass
  }

  mutating func pause() async throws(EngineError) {
    guard isPlaying else { return }
    let travelled = await travelled()
    if length > 0, loop?.count != nil { passesLeft = max(1, passesLeft - Int(travelled / length)) }
    base = await position()
    isPlaying = false
    version.halt()
    for player in version.players { try player.cancel() }
  }

  /// Fades out within 11 ms, including the actuator's ringing.
  func silence() async {
    for player in version.players { try? player.cancel() }
    await engine.setGain(decibels: -120)
  }

  mutating func end() {
    isPlaying = false
    base = length
    passesLeft = loop?.count ?? 1
  }

  mutating func toggle() async throws(EngineError) {
    if isPlaying { return try await pause() }
    try await play(from: base >= length ? 0 : base)
  }

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
    sentPass = 1
    guard isPlaying, length > 0 else { return }
    for player in version.players {
      try player.setLoopEnd(length)
      try player.setLoops(loop != nil)
    }
  }

  mutating func changeVolume(by change: Double) async {
    volume = min(max(volume + change, -120), 40)
    await engine.setGain(decibels: volume + version.gainDecibels)
  }

  mutating func toggleMute() async {
    isMuted.toggle()
    await engine.setMutedForHaptics(isMuted)
    await engine.setMutedForAudio(isMuted)
    guard isPlaying else { return }
    isMuted ? version.halt() : version.play(from: await position(), rate: rate)
  }

  // MARK: Versions

  mutating func replace(_ version: LoadedVersion) async throws(EngineError) {
    let place = await position()
    let wasPlaying = isPlaying
    try await pause()
    versions = [versions[versions.count - 1], version]
    slot = 1
    base = place >= length ? 0 : place
    if wasPlaying { try await play(from: base) }
  }

  /// Plays the previous (0) or newest (1) version from the same position, if it exists.
  mutating func choose(_ slot: Int) async throws(EngineError) -> Bool {
    guard versions.indices.contains(slot) else { return false }
    guard slot != self.slot else { return true }
    let place = await position()
    let wasPlaying = isPlaying
    try await pause()
    self.slot = slot
    base = min(place, length)
    if wasPlaying { try await play(from: base) }
    return true
  }

  mutating func release() async throws(EngineError) {
    try await pause()
    try? await engine.stop()
  }
}
