import Synchronization

/// The right to render: one thread has it at a time. It can be taken from a thread that hangs in its device, and that
/// thread can ask for it again when it is back.
///
/// A thread enters before it touches the renderer and leaves after. There are two parties, the device's thread and
/// its stand-in, and one word:
///
///     bit 0        inside: the holder is rendering
///     bit 1        wanted: the device's thread is back and asks
///     from bit 2   epoch: odd, the device's thread holds; even, the stand-in; all ones, nobody any more
///
///     device 2n+1 ──revoke──→ stand-in 2n+2 ──ask──→ 2n+2, wanted ──handOver──→ device 2n+3 ──revoke──→ …
///     any of them ──end──→ over
///
/// Only the word's holder of the present epoch can enter, and nobody while it is wanted. Every change is a
/// read-modify-write of the one word and none happens while somebody is inside, but for the mark `wanted`.
///
/// Memory orders: `leave`, `revoke`, `handOver` and `end` release, `enter`, `revoke`, `handOver` and `end` acquire.
/// What one holder rendered is therefore there for the next. `ask` only sets a mark, relaxed; being a
/// read-modify-write it does not break the chain from `leave` to the next `enter`.
///
/// - Thread: each function says whose.
public struct RenderLease: BitwiseCopyable {
  private let word: UnsafeMutablePointer<Atomic<UInt64>>
  private let epoch: UInt64

  private static var inside: UInt64 { @_noLocks get { 1 } }
  private static var wanted: UInt64 { @_noLocks get { 2 } }
  private static var over: UInt64 { ~3 }

  /// Makes the first lease, the device's. The owner calls ``deallocate()`` when no thread can come back.
  public init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(1 << 2))
    epoch = 1
  }

  private init(word: UnsafeMutablePointer<Atomic<UInt64>>, epoch: UInt64) {
    self.word = word
    self.epoch = epoch
  }

  /// Frees the word.
  public func deallocate() { word.deallocate() }

  /// Whether this lease is still good, at this moment.
  ///
  /// - Thread: any.
  public var isHeld: Bool { word.pointee.load(ordering: .relaxed) >> 2 == epoch }

  /// Whether this thread may render now; if so, it calls ``leave()`` afterwards. `false` when the lease was taken, or
  /// when it is wanted: a stand-in then calls ``handOver()``.
  ///
  /// - Thread: the lease's.
  /// - Real-time: yes.
  @_noLocks
  public func enter() -> Bool {
    word.pointee.compareExchange(
      expected: epoch << 2, desired: epoch << 2 | RenderLease.inside, ordering: .acquiring
    ).exchanged
  }

  /// Ends what ``enter()`` began.
  ///
  /// - Thread: the lease's.
  /// - Real-time: yes.
  @_noLocks
  public func leave() { word.pointee.wrappingSubtract(RenderLease.inside, ordering: .releasing) }

  /// Takes the right from the device's thread and returns the stand-in's lease; `nil` when the device's thread does not
  /// have it.
  ///
  /// - Thread: any. Waits for a render call under way.
  public func revoke() -> RenderLease? {
    replaceWord { seen in
      guard seen != RenderLease.over, (seen >> 2) & 1 == 1 else { return nil }
      return (seen >> 2 + 1) << 2
    }.map { RenderLease(word: word, epoch: $0 >> 2) }
  }

  /// Ends all rendering, whoever has the right and whoever asks for it.
  ///
  /// - Thread: any. Waits for a render call under way.
  public func end() { _ = replaceWord { $0 == RenderLease.over ? nil : RenderLease.over } }

  /// Changes the word when nobody is inside, and returns what it is then; `nil` when `next` has nothing to put there.
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
  /// What a thread hears that asks for the lease.
  public enum Answer: BitwiseCopyable {
    /// It is yours, with this lease from now on.
    case granted(RenderLease)
    /// The stand-in has been told; ask again.
    case waiting
    /// Rendering has ended permanently.
    case over
  }

  /// Asks for the right again after it was taken. Takes nothing: the stand-in gives, between two quanta.
  ///
  /// - Thread: the device's only.
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

  /// Gives the right back to the device's thread, when that has asked. Afterwards this lease is good for nothing.
  ///
  /// - Thread: the stand-in's, or the watchdog's when no stand-in could be started. Outside ``enter()`` and ``leave()``.
  @discardableResult public func handOver() -> Bool {
    word.pointee.compareExchange(
      expected: epoch << 2 | RenderLease.wanted, desired: (epoch + 1) << 2, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged
  }
}
