/// A playback as specified, without sound: its position, and when it ends by itself.
///
/// Frames count from the start of the engine. Between commands the position is linear.
struct ModelPlayer {
  enum Status {
    case idle, playing, paused
  }

  let sample: Sample
  /// Whether it plays, is paused or has a pending start, from the app's point of view.
  var isActive = false
  var isDropped = false
  /// Lost in a server reset; calls fail with invalidPatternPlayer.
  var isLost = false
  /// Made by `playPattern`: the app holds no reference and sets no completion.
  var isAnonymous = false

  var status = Status.idle
  /// Position at frame `since`; from there it advances at `rate`.
  var position = 0.0
  var since: Frames = 0
  /// End of the sound of a tap at the pattern's end, once played.
  var ringEnd: Frames = .min
  /// Whether the playback entered the last buzz in its middle, where it stays silent.
  var missesBuzz = false
  var rate = 1.0
  var loops = false
  /// 0 means the pattern's own end.
  var ownLoopEnd: Frames = 0
  /// The loop settings last set by the app, whether or not they are in effect yet.
  var wanted: (loops: Bool, loopEnd: Frames) = (false, 0)
  /// Position set by a seek while idle, used by the next start. Survives an engine stop.
  var sought = 0.0
  /// Whether a playback has ended without the app knowing yet, and whether a seek came then. If the engine stops
  /// before the next start, that seek may have been meant for the finished playback.
  var hasEndedUnseen = false
  var hasSoughtUnseen = false
  /// Whether there was a seek during the pause: a start then begins there instead of at the beginning.
  var hasSoughtInPause = false

  init(_ sample: Sample) { self.sample = sample }

  private var duration: Double { Double(sample.duration) }
  var loopEnd: Double { Double(ownLoopEnd > 0 ? ownLoopEnd : sample.duration) }
  /// A loop shorter than a frame does not count: a pass would never end.
  private var isLooping: Bool { loops && loopEnd >= 1 }

  private func frame(of target: Double) -> Frames { since + Int(((target - position) / rate + 0.5).rounded(.down)) }

  // MARK: Commands

  mutating func begin(at frame: Frames, from offset: Double?) {
    // After a seek during a pause, a start begins at the sought position; otherwise it restarts.
    let held = status == .paused ? (hasSoughtInPause ? position : 0) : status == .idle ? sought : 0
    var target = offset ?? held
    sought = 0
    hasSoughtUnseen = false
    hasSoughtInPause = false
    if isLooping, target >= loopEnd { target = 0 }
    status = .playing
    since = frame
    position = target
    ringEnd = .min
    missesBuzz = target > sample.lastBuzz
    // A start at the pattern's end or beyond has nothing left to play.
    if !isLooping, target > 0, target >= duration { end() }
  }

  mutating func end() {
    if status != .idle { hasEndedUnseen = true }
    status = .idle
    hasSoughtInPause = false
    ringEnd = .min
  }

  mutating func pause(at frame: Frames) {
    guard status == .playing else { return }
    settle(at: frame)
    status = .paused
    hasSoughtInPause = false
  }

  mutating func resume(at frame: Frames) {
    guard status == .paused else { return }
    status = .playing
    since = frame
  }

  mutating func seek(to target: Double, at frame: Frames) {
    guard status != .idle else {
      hasSoughtUnseen = isActive && hasEndedUnseen
      sought = target
      return
    }
    var target = target
    if target >= (isLooping ? loopEnd : duration) {
      guard isLooping else { return end() }
      target = 0
    }
    position = target
    since = frame
    ringEnd = .min
    missesBuzz = target > sample.lastBuzz
    if status == .paused { hasSoughtInPause = true }
  }

  mutating func setRate(_ value: Double, at frame: Frames) {
    if status == .playing { settle(at: frame) }
    rate = value
  }

  mutating func setLoop(_ loops: Bool, end: Frames, at frame: Frames) {
    if status == .playing { settle(at: frame) }
    self.loops = loops
    ownLoopEnd = end
  }

  /// Moves the origin of the linear position to a frame; a loop seam at exactly that frame has not been passed.
  private mutating func settle(at frame: Frames) {
    guard frame > since else { return }
    if isLooping {
      // A loop end set behind the position jumps to the beginning.
      if position >= loopEnd { position = position - loopEnd < rate ? position - loopEnd : 0 }
      // Seams lie at the nearest frame, with halves rounded up.
      let passes = ((position + (Double(frame - since) - 0.5) * rate - 1e-9) / loopEnd).rounded(.down)
      if sample.endsWithTap { ring(before: frame, shift: passes * loopEnd) }
      if passes > 0 { missesBuzz = false }
      position += Double(frame - since) * rate - max(0, passes) * loopEnd
    } else {
      if sample.endsWithTap { ring(before: frame, shift: 0) }
      position += Double(frame - since) * rate
    }
    since = frame
  }

  /// Records the tap at the end if it was played before a frame.
  private mutating func ring(before frame: Frames, shift: Double) {
    guard !isLooping || duration < loopEnd else { return }
    let tap = self.frame(of: duration + shift)
    if tap < frame, tap >= since { ringEnd = tap + Sample.tapFrames }
  }

  // MARK: The end

  /// First frame at which the playback is over by itself, if ever.
  var naturalEnd: Frames? {
    guard status == .playing, !isLooping else { return nil }
    let end = frame(of: duration)
    if sample.endsWithTap { return end >= since ? end + Sample.tapFrames : max(since + 1, ringEnd) }
    // A buzz ends with its first silent frame. Where nothing sounds, the end is the pattern's end. A playback that is
    // already over ends with the next frame.
    return max(missesBuzz || end < since ? end : end + 1, since + 1)
  }

  /// Whether the rest of the sound is so short that it may end within the fade of a pause.
  func isEnding(at frame: Frames) -> Bool {
    var copy = self
    copy.settle(at: frame)
    let rest = (duration - copy.position) / rate
    return status == .playing && rest < 200 && rest > -800
  }
}
