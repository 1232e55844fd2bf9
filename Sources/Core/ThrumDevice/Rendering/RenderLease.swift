import Synchronization

// Why there is a lease.
//
// A call into a sound server can hang for seconds or forever, and no thread can be taken out of it. Players must finish
// all the same. So rendering is not tied to a thread: whoever holds the lease renders, and it can be revoked from a
// thread that hangs, at a moment when it is not inside the renderer.
//
// Callers: the device's thread (`PCMLoop`, `PacedRendering`) enters and leaves around each block, and asks after a
// hang. `Watchdog` revokes after 1.5 s without a sign of life and starts a stand-in, which renders into nothing and
// hands over between two quanta. A stop that abandons a thread ends the lease, and `RenderSession` then never frees the
// memory, since that thread may still return.
//
// What must never happen: a wait inside the lease, because `revoke` and `end` spin until it is left; use of the
// renderer outside it; taking it back by force, because a thread with real-time priority could then starve the
// stand-in.
//
// Proof: `LeaseTests`, `LeaseReturnTests`, `WatchdogTests`, also with ThreadSanitizer. Decisions 0009 and 0016.

/// The right to render, held by one thread at a time.
///
/// The lease can be revoked from a thread that is hanging in its device. The thread can then ask for it back. A thread
/// calls ``enter()`` before it touches the renderer and ``leave()`` afterwards. The device's thread and its stand-in
/// share one word:
///
///     bit 0        inside: the holder is rendering
///     bit 1        wanted: the device's thread is back and needs the lease
///     from bit 2   epoch: odd if the device's thread holds the lease, even if the stand-in does, all ones if neither
///
///     device 2n+1 ──revoke──→ stand-in 2n+2 ──ask──→ 2n+2, wanted ──handOver──→ device 2n+3 ──revoke──→ …
///     any of them ──end──→ over
///
/// Every change is a single read-modify-write of the word. Only `wanted` can change while a thread is inside.
///
/// Each holder sees what the previous one rendered: `leave`, `revoke`, `handOver` and `end` release; `enter`, `revoke`,
/// `handOver` and `end` acquire. `ask` is relaxed but, being a read-modify-write, does not break the release sequence
/// from `leave` to the next `enter`.
///
/// - Thread: see each function.
public struct RenderLease: BitwiseCopyable {
  private let word: UnsafeMutablePointer<Atomic<UInt64>>
  private let epoch: UInt64

  private static var inside: UInt64 { @_noLocks get { 1 } }
  private static var wanted: UInt64 { @_noLocks get { 2 } }
  private static var over: UInt64 { ~3 }

  /// Creates the device's first lease.
  public init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(1 << 2))
    epoch = 1
  }

  private init(word: UnsafeMutablePointer<Atomic<UInt64>>, epoch: UInt64) {
    self.word = word
    self.epoch = epoch
  }

  /// Frees the shared word.
  public func deallocate() { word.deallocate() }

  /// Whether this lease is valid now.
  public var isHeld: Bool { word.pointee.load(ordering: .relaxed) >> 2 == epoch }

  /// Enters the renderer if this thread may render. ``leave()`` must follow.
  ///
  /// Returns `false` if the lease was revoked, or if the device's thread has asked for it. A stand-in then calls
  /// ``handOver()``.
  ///
  /// - Thread: the one that owns the lease.
  @_noLocks
  public func enter() -> Bool {
    word.pointee.compareExchange(
      expected: epoch << 2, desired: epoch << 2 | RenderLease.inside, ordering: .acquiring
    ).exchanged
  }

  /// Leaves the renderer after ``enter()``.
  ///
  /// - Thread: the one that owns the lease.
  @_noLocks
  public func leave() { word.pointee.wrappingSubtract(RenderLease.inside, ordering: .releasing) }

  /// Revokes the device thread's lease. Returns a lease for the stand-in, or `nil` if the device's thread holds none.
  ///
  /// - Thread: any. Waits for a render call in progress.
  public func revoke() -> RenderLease? {
    replaceWord { seen in
      guard seen != RenderLease.over, (seen >> 2) & 1 == 1 else { return nil }
      return (seen >> 2 + 1) << 2
    }.map { RenderLease(word: word, epoch: $0 >> 2) }
  }

  /// Ends all rendering.
  ///
  /// - Thread: any. Waits for a render call in progress.
  public func end() { _ = replaceWord { $0 == RenderLease.over ? nil : RenderLease.over } }

  /// Replaces the word and returns the new one, or `nil` if `next` returns `nil`. Waits while a thread is inside.
  private func replaceWord(_ next: (UInt64) -> UInt64?) -> UInt64? {
    var seen = word.pointee.load(ordering: .relaxed)
    while let desired = next(seen) {
      let result = word.pointee.compareExchange(
        expected: seen & ~RenderLease.inside, desired: desired, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed)
      if result.exchanged { return desired }
      seen = result.original
    }
    return nil
  }
}

extension RenderLease {
  /// Answer to ``ask()``.
  public enum Answer: BitwiseCopyable {
    /// The lease to use from now on.
    case granted(RenderLease)
    /// The stand-in is about to hand over. Ask again.
    case waiting
    /// Rendering has ended.
    case over
  }

  /// Asks for a revoked lease. The stand-in hands it over between two quanta.
  ///
  /// - Thread: only the device's.
  @_noLocks
  public func ask() -> Answer {
    var seen = word.pointee.load(ordering: .relaxed)
    while true {
      if seen == RenderLease.over { return .over }
      if (seen >> 2) & 1 == 1 { return .granted(RenderLease(word: word, epoch: seen >> 2)) }
      if seen & RenderLease.wanted != 0 { return .waiting }
      let result = word.pointee.compareExchange(
        expected: seen, desired: seen | RenderLease.wanted, ordering: .relaxed)
      if result.exchanged { return .waiting }
      seen = result.original
    }
  }

  /// Hands the lease back to the device's thread if it has asked. This lease is then invalid.
  ///
  /// - Thread: the stand-in's, or the watchdog's if no stand-in could be started; not between ``enter()`` and
  ///   ``leave()``.
  @discardableResult public func handOver() -> Bool {
    word.pointee.compareExchange(
      expected: epoch << 2 | RenderLease.wanted, desired: (epoch + 1) << 2, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged
  }
}
