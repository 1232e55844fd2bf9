import CLinux
import ThrumDevice
import ThrumPattern
import ThrumRender

/// Renders patterns offline to the same samples that a sound card would receive.
///
/// All patterns start together at frame 0. The limiter's look-ahead is trimmed.
///
/// - Thread: one at a time.
public struct OfflineRenderer: ~Copyable {
  /// Signal to render.
  public enum Signal: String, CaseIterable, Sendable {
    /// Volts at the coil.
    case drive
    /// Acceleration of the device, g.
    case acceleration
    /// Displacement of the mass, mm.
    case displacement
    /// Loudspeaker signal, two channels.
    case monitor
    /// Audio events before the limiter, two channels, possibly beyond full scale.
    case audio

    /// Number of channels.
    public var channels: Int { self == .monitor || self == .audio ? 2 : 1 }
  }

  /// Safety: owned by this value, and freed with it.
  private let renderer: UnsafeMutablePointer<Renderer>
  private let schedules: [ScheduleMemory]
  private let signal: Signal
  private let rate: SampleRate
  private var unfinished: Int
  private var trim: FrameCount
  private let duration: FrameCount
  private var produced: FrameCount = 0
  private var quiet: FrameCount = 0
  private var tail: [Float] = []
  /// Rendering stops after this many quiet frames past the end of the patterns: 50 ms.
  private let quietEnd: FrameCount
  /// The channels, kept here: asking the renderer for them in each quantum makes rendering a third slower.
  private let left: UnsafePointer<Float>
  private let right: UnsafePointer<Float>
  /// Safety: room for ``mostQuanta`` quanta of samples, owned by this renderer and freed with it.
  private let block: UnsafeMutablePointer<Float>
  private let limit: FrameCount
  private let isLengthGiven: Bool
  private let fadeFrames: FrameCount
  /// Acceleration in the last quantum, m/s²: ``quantumFrames`` values, valid until the next quantum.
  package var acceleration: UnsafePointer<Double> { renderer.pointee.acceleration }
  /// Number of events dropped because no voice was free.
  public var refusedEvents: Int { renderer.pointee.refusedEvents }

  /// Creates a renderer for patterns that start together.
  ///
  /// The result is `lengthSeconds` long and fades out over the last 5 ms. Without a length, it ends with the patterns,
  /// and endless events are cut off a minute after all others. `sound` returns the sound for a waveform path; `nil`
  /// means silence.
  public init(
    _ patterns: [Pattern], settings: RenderSettings, signal: Signal = .monitor, startSeconds: Double = 0,
    lengthSeconds: Double? = nil, playback: Playback = Playback(),
    sound: @escaping (String) -> SoundMemory? = { _ in nil }
  ) {
    let compiler = ScheduleCompiler(sampleRate: settings.sampleRate, sound: sound)
    self.init(
      patterns.map(compiler.compile), settings: settings, signal: signal, startSeconds: startSeconds,
      lengthSeconds: lengthSeconds, playback: playback)
  }

  package init(
    _ patterns: [CompiledPattern], settings: RenderSettings, signal: Signal = .monitor,
    startSeconds: Double = 0, lengthSeconds: Double? = nil, playback: Playback = Playback()
  ) {
    var playback = playback
    if !PlaybackRate.isPlayable(playback.rate) { playback.rate = 1 }
    if lengthSeconds == nil { playback.loops = false }
    let schedules = patterns.map { $0.memory }
    var settings = settings
    settings.tapsDisplacement = signal == .displacement
    settings.synthesisesAudio = signal == .monitor || signal == .audio
    settings.playerCapacity = max(1, schedules.count)
    settings.commandCapacity = 6 * settings.playerCapacity
    if signal == .audio {
      settings.isLimited = false
      // The direct monitor contains no sounds.
      if settings.monitor == .direct { settings.monitor = .full }
    }
    renderer = Renderer.allocate(settings)
    left = renderer.pointee.left
    right = renderer.pointee.right
    let room = 2 * quantumFrames * OfflineRenderer.mostQuanta
    block = .allocate(capacity: room)
    block.initialize(repeating: 0, count: room)
    if signal == .audio { renderer.pointee.controls.setHapticsMuted(true) }
    self.schedules = schedules
    self.signal = signal
    let rate = renderer.pointee.settings.sampleRate
    self.rate = rate
    let longest = schedules.reduce(0) { max($0, $1.schedule.pointee.duration) }
    let start = max(0, startSeconds) * rate
    unfinished = OfflineRenderer.begin(renderer, schedules, at: start, playback, sampleRate: rate)
    trim = signal == .monitor || signal == .audio ? renderer.pointee.latency : 0
    let rest = max(0, longest - start) / playback.rate
    let bound =
      lengthSeconds.map { $0 * rate }
      ?? RenderLimit.frames(schedules, after: start, sampleRate: rate) / min(1, playback.rate)
    limit = FrameCount(nearestFrame(min(bound, RenderLimit.longest)))
    duration = min(limit, FrameCount(nearestFrame(min(rest, RenderLimit.longest))))
    isLengthGiven = lengthSeconds != nil
    quietEnd = FrameCount((0.05 * rate).rounded(.up))
    fadeFrames = max(1, FrameCount(nearestFrame(EnvelopeTimes.quickFade * rate)))
  }

  deinit {
    block.deallocate()
    Renderer.free(renderer)
  }

  /// Maximum number of quanta per block, so that a block fits into the L1 cache.
  public static let mostQuanta = 16

  package static let endlessTail = EventLimits.endlessTail

  /// Number of frames excluding tails, for progress displays.
  package var expectedFrames: FrameCount { duration }

  /// Renders up to ``mostQuanta`` quanta and passes the interleaved samples to `body`.
  ///
  /// Returns `false` at the end: once the patterns are over and the signal stays below −90 dB.
  public mutating func renderNext<Failure: Error>(
    quanta: Int = mostQuanta, _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard !isOver else { return false }
    let wasQuiet = !tail.isEmpty
    let mode = thrum_flush_denormals()
    // After a quiet quantum, the signal may have ended, so render only one more.
    let (heard, unheard) = render(
      quanta: wasQuiet ? 1 : min(max(1, quanta), OfflineRenderer.mostQuanta), to: block)
    thrum_restore_float_mode(mode)
    if heard > 0, wasQuiet {
      try tail.withUnsafeBufferPointer(body)
      produced += quiet
      quiet = 0
      tail.removeAll(keepingCapacity: true)
    }
    if heard > 0 { try body(UnsafeBufferPointer(start: block, count: heard * signal.channels)) }
    produced += heard
    tail.append(
      contentsOf: UnsafeBufferPointer(start: block + heard * signal.channels, count: unheard * signal.channels))
    quiet += unheard
    return unheard == 0 || quiet < quietEnd
  }

  /// Whether there is nothing more to render.
  public var isOver: Bool { produced + quiet >= limit || quiet >= quietEnd }

  /// Smallest buffer, in samples, with which ``render(into:)`` makes progress.
  package var leastRoom: Int { signal.channels * (quietEnd + 2 * quantumFrames) }

  /// Renders the same samples as ``renderNext(quanta:_:)`` directly into memory. Returns the number of samples.
  public mutating func render(into memory: UnsafeMutableBufferPointer<Float>) -> Int {
    // First come the frames that an earlier call held back.
    guard let base = memory.baseAddress, memory.count >= tail.count else { return 0 }
    for index in tail.indices { memory[index] = tail[index] }
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    let room = memory.count / signal.channels
    var heard = 0
    while !isOver {
      let quanta = (room - heard - quiet) / quantumFrames
      guard quanta > 0 else { break }
      let (more, unheard) = render(
        quanta: quiet > 0 ? 1 : quanta, to: base + (heard + quiet) * signal.channels)
      if more > 0 {
        heard += quiet + more
        produced += quiet + more
        quiet = 0
      }
      quiet += unheard
    }
    tail = Array(memory[heard * signal.channels..<(heard + quiet) * signal.channels])
    return heard * signal.channels
  }

  /// Renders until the first quiet quantum beyond the patterns' end. Returns the frames before and in that quantum.
  private mutating func render(
    quanta: Int, to block: UnsafeMutablePointer<Float>
  ) -> (heard: FrameCount, unheard: FrameCount) {
    var heard = 0
    for _ in 0..<quanta where produced + quiet + heard < limit {
      renderer.pointee.renderQuantum()
      if renderer.pointee.notices.hasContent { takeNotices() }
      let skipped = min(trim, quantumFrames)
      trim -= skipped
      let frames = min(quantumFrames - skipped, limit - produced - quiet - heard)
      let place = block + heard * signal.channels
      interleave(from: skipped, frames: frames, to: place)
      if isLengthGiven { fade(place, frames, at: produced + quiet + heard) }
      if unfinished == 0, produced + quiet + heard >= duration, !isLengthGiven,
        OfflineRenderer.isQuiet(
          UnsafeBufferPointer(start: place, count: frames * signal.channels), below: 3.2e-5 * signal.loudness)
      {
        return (heard, frames)
      }
      heard += frames
    }
    return (heard, 0)
  }

  private static func isQuiet(_ samples: UnsafeBufferPointer<Float>, below limit: Float) -> Bool {
    samples.allSatisfy { abs($0) < limit }
  }

  private mutating func takeNotices() {
    while let notice = renderer.pointee.notices.pop() {
      if case .playerFinished = notice.fact { unfinished -= 1 }
    }
  }

  private func fade(_ samples: UnsafeMutablePointer<Float>, _ frames: FrameCount, at position: FrameCount) {
    guard position + frames > limit - fadeFrames else { return }
    for frame in 0..<frames where limit - position - frame < fadeFrames {
      let share = Float(limit - position - frame) / Float(fadeFrames)
      for channel in 0..<signal.channels { samples[frame * signal.channels + channel] *= share }
    }
  }

  private mutating func interleave(from first: Int, frames: Int, to block: UnsafeMutablePointer<Float>) {
    switch signal {
    case .drive: copy(renderer.pointee.drive + first, frames: frames, scale: 1, to: block)
    case .acceleration:
      copy(renderer.pointee.acceleration + first, frames: frames, scale: 1 / standardGravity, to: block)
    case .displacement: copy(renderer.pointee.displacement + first, frames: frames, scale: 1, to: block)
    case .monitor, .audio: OfflineRenderer.weave(left + first, right + first, frames: frames, to: block)
    }
  }

  @inline(__always)
  private static func weave(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames: Int, to block: UnsafeMutablePointer<Float>
  ) {
    let output = UnsafeMutableRawPointer(block)
    var frame = 0
    while frame + 8 <= frames {
      let l = UnsafeRawPointer(left + frame).loadUnaligned(as: SIMD8<Float>.self)
      let r = UnsafeRawPointer(right + frame).loadUnaligned(as: SIMD8<Float>.self)
      var both = SIMD16<Float>()
      both.evenHalf = l
      both.oddHalf = r
      output.storeBytes(of: both, toByteOffset: 8 * frame, as: SIMD16<Float>.self)
      frame += 8
    }
    while frame < frames {
      output.storeBytes(of: SIMD2(left[frame], right[frame]), toByteOffset: 8 * frame, as: SIMD2<Float>.self)
      frame += 1
    }
  }

  private mutating func copy(
    _ source: UnsafePointer<Double>, frames: Int, scale: Double, to block: UnsafeMutablePointer<Float>
  ) {
    for frame in 0..<frames { block[frame] = Float(source[frame] * scale) }
  }
}

extension OfflineRenderer.Signal {
  fileprivate var loudness: Float { self == .drive ? 2 : 1 }
}
