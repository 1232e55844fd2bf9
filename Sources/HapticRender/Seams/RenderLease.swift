import Synchronization

/// The right to render: one thread has it at a time, and it can be taken from a thread that hangs in its device.
///
/// A thread enters before it touches the renderer and leaves after. The word holds the epoch of the rightful
/// thread and whether it is inside; a revocation waits for a thread that is inside (a few microseconds) and then
/// starts a new epoch, after which the old thread's `enter` answers `false` for good.
public struct RenderLease: BitwiseCopyable {
  private let word: UnsafeMutablePointer<Atomic<UInt64>>
  private let epoch: UInt64

  /// Makes the first lease. The owner calls ``deallocate()`` when no thread can come back.
  public init() {
    word = .allocate(capacity: 1)
    word.initialize(to: Atomic(2))
    epoch = 1
  }

  private init(word: UnsafeMutablePointer<Atomic<UInt64>>, epoch: UInt64) {
    self.word = word
    self.epoch = epoch
  }

  /// Frees the word.
  public func deallocate() { word.deallocate() }

  /// Whether this thread may render now; if so, it calls ``leave()`` afterwards.
  ///
  /// - Thread: the lease's.
  /// - Real-time: yes.
  @_noLocks
  public func enter() -> Bool {
    word.pointee.compareExchange(expected: epoch << 1, desired: epoch << 1 | 1, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// Ends what ``enter()`` began.
  ///
  /// - Real-time: yes.
  @_noLocks
  public func leave() { word.pointee.store(epoch << 1, ordering: .releasing) }

  /// Takes the right away and gives a new lease to another thread; `nil` when somebody else has taken it before.
  ///
  /// - Thread: any but the lease's. Waits for a render call under way.
  public func revoke() -> RenderLease? {
    let next = RenderLease(word: word, epoch: epoch + 1)
    while true {
      let result = word.pointee.compareExchange(
        expected: epoch << 1, desired: next.epoch << 1, ordering: .acquiringAndReleasing)
      if result.exchanged { return next }
      guard result.original >> 1 == epoch else { return nil }
    }
  }
}
