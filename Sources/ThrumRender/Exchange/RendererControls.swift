import CRealtime
import Synchronization

/// What the engine's thread and the render thread share beside the rings: flags that are never lost, and the
/// latest values of the meters. A handle; freed with `deallocate()` by its owner.
public struct RendererControls: BitwiseCopyable {
  private let stops: UnsafeMutablePointer<Atomic<UInt64>>
  private let cancels: UnsafeMutablePointer<Atomic<UInt64>>
  private let mutes: UnsafeMutablePointer<Atomic<Bool>>
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  /// Players.
  let playerCapacity: Int

  private enum Word {
    static let hapticsMuted = 0, audioMuted = 1, gain = 2, rendered = 3, peak = 4, meanSquare = 5, flags = 6,
      refused = 7, delay = 8, silent = 9, resting = 10, rouse = 11, restFrame = 12, restSince = 13
    static let count = 14
  }
  private let sampleRate: SampleRate

  /// Allocates the flags, all clear.
  init(playerCapacity: Int, sampleRate: SampleRate, gain: Float) {
    self.playerCapacity = playerCapacity
    self.sampleRate = sampleRate
    stops = .allocate(capacity: playerCapacity)
    cancels = .allocate(capacity: playerCapacity)
    mutes = .allocate(capacity: playerCapacity)
    words = .allocate(capacity: Word.count)
    for index in 0..<playerCapacity {
      (stops + index).initialize(to: Atomic(0))
      (cancels + index).initialize(to: Atomic(0))
      (mutes + index).initialize(to: Atomic(false))
    }
    for index in 0..<Word.count { (words + index).initialize(to: Atomic(0)) }
    words[Word.gain].store(UInt64(gain.bitPattern), ordering: .relaxed)
    words[Word.silent].store(1, ordering: .relaxed)
    words[Word.rouse].store(UInt64(bitPattern: -1), ordering: .relaxed)
  }

  /// Frees the flags.
  func deallocate() {
    stops.deallocate()
    cancels.deallocate()
    mutes.deallocate()
    words.deallocate()
  }

  /// Stops a player at the next quantum, even when the command ring is full: what was sent with a smaller serial
  /// comes before, and a start for at once that comes later nevertheless (``Command/Kind/start``) is over as it begins, with
  /// its first transients felt. `cancels` forgets waiting commands and fades everything in 5 ms. A ``Notice/Kind/commandApplied`` with
  /// the serial tells when the flag was obeyed; of several flags before one quantum only the last counts.
  ///
  /// - Thread: the engine's only.
  public func stop(player: Int, serial: UInt64, cancels: Bool) {
    guard player >= 0, player < playerCapacity else { return }
    (cancels ? self.cancels : stops)[player].store(serial, ordering: .relaxed)
    raiseFlag()
  }

  /// Mutes a player or lets it sound again, from the next quantum on, which ``Notice/Kind/muteChanged`` tells.
  ///
  /// - Thread: the engine's only.
  public func setMuted(_ isMuted: Bool, player: Int) {
    guard player >= 0, player < playerCapacity else { return }
    mutes[player].store(isMuted, ordering: .relaxed)
    raiseFlag()
  }

  /// Tells the render thread that a player's flag has changed; pairs with the acquiring load of ``flagCount``.
  private func raiseFlag() {
    words[Word.flags].wrappingAdd(1, ordering: .releasing)
    rouse()
  }

  /// Mutes all haptic events, from the next quantum on, which ``Notice/Kind/engineMuteChanged`` tells.
  public func setHapticsMuted(_ isMuted: Bool) {
    words[Word.hapticsMuted].store(isMuted ? 1 : 0, ordering: .relaxed)
    rouse()
  }

  /// Mutes all audio events, from the next quantum on, which ``Notice/Kind/engineMuteChanged`` tells.
  public func setAudioMuted(_ isMuted: Bool) {
    words[Word.audioMuted].store(isMuted ? 1 : 0, ordering: .relaxed)
    rouse()
  }

  /// Sets the volume, a factor, from the next quantum on. What is negative or no finite number is ignored.
  public func setGain(_ gain: Float) {
    guard gain >= 0, gain.isFinite else { return }
    words[Word.gain].store(UInt64(gain.bitPattern), ordering: .relaxed)
    rouse()
  }

  /// Frames rendered so far; while the render thread rests, those that it will have passed over by now.
  ///
  /// - Thread: any.
  public var renderedFrames: SampleTime {
    // In this order: who no longer sees the rest sees the frames that it has passed over.
    let isResting = isResting
    let rendered = SampleTime(bitPattern: words[Word.rendered].load(ordering: .acquiring))
    return isResting ? max(rendered, restingFrame(at: thrum_monotonic_nanoseconds())) : rendered
  }

  /// Whether at the end of the last quantum nothing sounded and nothing would by itself: no player is under way or paused, no
  /// start waits, nothing rings on. What has been sent since is not in it. True before the first quantum.
  ///
  /// - Thread: any.
  public var isSilent: Bool { words[Word.silent].load(ordering: .relaxed) != 0 }

  /// Events that found no voice, since the beginning.
  ///
  /// - Thread: any.
  public var refusedEvents: Int { Int(truncatingIfNeeded: words[Word.refused].load(ordering: .relaxed)) }

  /// Frames between rendering and hearing, as the device last told; 0 before it has.
  ///
  /// - Thread: any.
  public var delayFrames: FrameCount { Int(truncatingIfNeeded: words[Word.delay].load(ordering: .relaxed)) }

  /// Largest magnitude of the last quantum, full scale 1.
  ///
  /// - Thread: any.
  public var peak: Float { float(Word.peak) }

  /// Root of the mean square of the last quantum, full scale 1.
  ///
  /// - Thread: any.
  public var level: Float { float(Word.meanSquare).squareRoot() }

  private func float(_ word: Int) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: words[word].load(ordering: .relaxed)))
  }

  // MARK: Rest

  /// Whether the render thread has nothing to do and sleeps until it is roused.
  ///
  /// - Thread: any.
  public var isResting: Bool { words[Word.resting].load(ordering: .acquiring) != 0 }

  /// Wakes a render thread that rests; to be called after something was sent.
  ///
  /// The thread says first that it rests and looks then for what was sent; the caller has sent first and looks then
  /// whether it rests: with a fence between both on either side, one of them sees the other.
  ///
  /// - Thread: the engine's.
  public func rouse() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard words[Word.resting].load(ordering: .relaxed) != 0 else { return }
    let event = Int32(truncatingIfNeeded: words[Word.rouse].load(ordering: .relaxed))
    if event >= 0 { thrum_event_raise(event) }
  }

  /// The event that ``rouse()`` raises, an eventfd, or −1 while there is none; before any thread renders.
  public func setRouseEvent(_ event: Int32) {
    words[Word.rouse].store(UInt64(truncatingIfNeeded: Int64(event)), ordering: .relaxed)
  }

  /// The render thread rests from a moment of the monotonic clock on, which is when `frame` would have been heard.
  func beginRest(frame: SampleTime, at nanoseconds: UInt64) {
    words[Word.restFrame].store(UInt64(bitPattern: frame), ordering: .relaxed)
    words[Word.restSince].store(nanoseconds, ordering: .relaxed)
    words[Word.resting].store(1, ordering: .releasing)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  /// The rest is over; what it has passed over has been published.
  func endRest() { words[Word.resting].store(0, ordering: .releasing) }

  /// Where a rest that goes on has come to.
  func restingFrame(at nanoseconds: UInt64) -> SampleTime {
    let since = words[Word.restSince].load(ordering: .relaxed)
    let seconds = Double(nanoseconds > since ? nanoseconds - since : 0) * 1e-9
    return SampleTime(bitPattern: words[Word.restFrame].load(ordering: .relaxed)) + nearestFrame(seconds * sampleRate)
  }

  // MARK: The render thread's side

  /// Grows with every change of a player's flag.
  var flagCount: UInt64 { @_noLocks get { words[6].load(ordering: .acquiring) } }
  @_noLocks
  func stopSerial(_ player: Int) -> UInt64 { stops[player].load(ordering: .relaxed) }
  @_noLocks
  func cancelSerial(_ player: Int) -> UInt64 { cancels[player].load(ordering: .relaxed) }
  @_noLocks
  func isMuted(_ player: Int) -> Bool { mutes[player].load(ordering: .relaxed) }
  var hapticsMuted: Bool { @_noLocks get { words[0].load(ordering: .relaxed) != 0 } }
  var audioMuted: Bool { @_noLocks get { words[1].load(ordering: .relaxed) != 0 } }
  var gain: Float {
    @_noLocks get { Float(bitPattern: UInt32(truncatingIfNeeded: words[2].load(ordering: .relaxed))) }
  }

  @_noLocks
  func publish(rendered: SampleTime, peak: Float, meanSquare: Float, refusedEvents: Int, isSilent: Bool) {
    words[9].store(isSilent ? 1 : 0, ordering: .relaxed)
    words[7].store(UInt64(bitPattern: Int64(refusedEvents)), ordering: .relaxed)
    words[4].store(UInt64(peak.bitPattern), ordering: .relaxed)
    words[5].store(UInt64(meanSquare.bitPattern), ordering: .relaxed)
    words[3].store(UInt64(bitPattern: rendered), ordering: .releasing)
  }

  /// Tells how many frames lie between rendering and hearing.
  ///
  /// - Thread: the device's, inside the lease or not.
  /// - Real-time: yes.
  @_noLocks
  public func publish(delayFrames: FrameCount) {
    words[8].store(UInt64(truncatingIfNeeded: delayFrames), ordering: .relaxed)
  }
}
