/// A playback as the specification describes it, without sound: where it stands, and when it ends on its own.
///
/// Frames count from the start of the engine. Between commands a position is a straight line.
struct ModelPlayer {
  enum Status {
    case idle, playing, paused
  }

  let sample: Sample
  /// Whether it plays, is paused or waits for a start, as far as the app has been told.
  var isActive = false
  var isDropped = false
  /// Lost in a reset of the server: invalidPatternPlayer.
  var isLost = false
  /// Made by `playPattern`: the app has no hold of it and no completion.
  var isAnonymous = false

  var status = Status.idle
  /// The position at frame `since`; from there it continues at `rate`.
  var position = 0.0
  var since: Frames = 0
  /// The end of the sound of a tap that stands at the pattern's end, when it has been played.
  var ringEnd: Frames = .min
  /// Whether the buzz that lasts to the pattern's end was entered in its middle, where it stays silent.
  var missesBuzz = false
  var rate = 1.0
  var loops = false
  /// 0 is the pattern's own end.
  var ownLoopEnd: Frames = 0
  /// What the app has set last, whether or not it has acted already.
  var wanted: (loops: Bool, loopEnd: Frames) = (false, 0)
  /// A seek while nothing plays: the next start begins there. Kept over a stop of the engine.
  var sought = 0.0
  /// Whether a playback has ended that nobody can know of yet, and whether a seek came just then: should the engine stop
  /// before the next start, it may have been meant for what was over.
  var hasEndedUnseen = false
  var hasSoughtUnseen = false
  /// A seek while paused: a start then begins there, else at the beginning.
  var hasSoughtInPause = false

  init(_ sample: Sample) { self.sample = sample }

  private var duration: Double { Double(sample.duration) }
  var loopEnd: Double { Double(ownLoopEnd > 0 ? ownLoopEnd : sample.duration) }
  /// A loop of less than a frame is none: it would never end a pass.
  private var isLooping: Bool { loops && loopEnd >= 1 }

  private func frame(of target: Double) -> Frames { since + Int(((target - position) / rate + 0.5).rounded(.down)) }

  // MARK: Commands

  mutating func begin(at frame: Frames, from offset: Double?) {
    // A pause that has been sought in is begun where the seek went; otherwise a start begins again.
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
    // A start at the pattern's end, or beyond, has nothing left to play.
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
      return sought = target
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

  /// Moves the line's origin to a frame; the loop's seam at that very frame has not been passed.
  private mutating func settle(at frame: Frames) {
    guard frame > since else { return }
    if isLooping {
      // A loop's end that was set behind the position is a jump to the beginning.
      if position >= loopEnd { position = position - loopEnd < rate ? position - loopEnd : 0 }
      // Seams lie at the nearest frame; halves go up.
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

  /// Notes the tap at the end when it was played before a frame.
  private mutating func ring(before frame: Frames, shift: Double) {
    guard !isLooping || duration < loopEnd else { return }
    let tap = self.frame(of: duration + shift)
    if tap < frame, tap >= since { ringEnd = tap + Sample.tapFrames }
  }

  // MARK: The end

  /// The first frame at which the playback is over on its own, if ever.
  var naturalEnd: Frames? {
    guard status == .playing, !isLooping else { return nil }
    let end = frame(of: duration)
    if sample.endsWithTap { return end >= since ? end + Sample.tapFrames : max(since + 1, ringEnd) }
    // A buzz is over with the first frame that it does not sound in; where nothing sounds, the end is the end. What is
    // already over ends with the first frame that follows.
    return max(missesBuzz || end < since ? end : end + 1, since + 1)
  }

  /// Whether so little of the playback's sound is left that it may end within the fade of a pause.
  func isEnding(at frame: Frames) -> Bool {
    var copy = self
    copy.settle(at: frame)
    let rest = (duration - copy.position) / rate
    return status == .playing && rest < 200 && rest > -800
  }
}
