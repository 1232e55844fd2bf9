import CLinux
import Synchronization
import ThrumDevice
import ThrumRender

// Why there are places.
//
// A host's audio thread must find its engine without a lock, also when another thread frees that engine. So what a
// pull touches is never freed: 64 places in static memory, each with one atomic word that says whose it is. A port is a
// place and the key of its owner, and every change of the word compares the key.
//
//     bit 0        inside: a thread is pulling
//     bit 1        live: the engine runs
//     from bit 2   key; 0 if the place has no owner
//
//     0 ──claim──→ key ──open──→ key, live ──enter──→ key, live, inside ──leave──→ key, live
//     key, live ──close──→ key      any of them ──release──→ 0, or inside ──leave──→ 0
//
// Whoever is inside owns the memory of the place, and otherwise its owner. Nobody claims or opens a place with a thread
// inside, however long that stays.
//
// What must never happen: a wait in `pull`; a write to the memory while a thread is inside.
//
// Proof: `PullPortTests`, `PulledOutputTests`, `InterposerTests`, `Tests/Bindings/CInterface/pull.c`.

/// A place from which one thread of a host's takes the samples of an engine.
///
/// - Thread: see each function.
public struct PullPort: BitwiseCopyable, Sendable {
  private let index: Int
  private let key: UInt64

  private static var inside: UInt64 { @_noLocks get { 1 } }
  private static var live: UInt64 { @_noLocks get { 2 } }
  /// Number of places.
  package static let capacity = Int(THRUM_PULL_PLACES)

  /// What a place has while it is open. All of it is plain values.
  private struct Content {
    var feed: RenderFeed
    var interleaver: Interleaver
    var reader = BlockReader()
  }

  /// The memory of a place: the time of the last pull, then the content.
  private static var contentOffset: Int { @_noLocks get { 64 } }

  private var word: UnsafeMutablePointer<Atomic<UInt64>> {
    @_noLocks get { PullPort.word(index) }
  }

  @_noLocks
  private static func word(_ index: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    UnsafeMutableRawPointer(thrum_pull_words()).assumingMemoryBound(to: Atomic<UInt64>.self) + index
  }

  private var memory: UnsafeMutableRawPointer {
    @_noLocks get { thrum_pull_memory() + index * Int(THRUM_PULL_PLACE_BYTES) }
  }

  private var content: UnsafeMutablePointer<Content> {
    @_noLocks get { (memory + PullPort.contentOffset).assumingMemoryBound(to: Content.self) }
  }

  private var pulledAt: UnsafeMutablePointer<Atomic<UInt64>> {
    @_noLocks get { memory.assumingMemoryBound(to: Atomic<UInt64>.self) }
  }

  @_noLocks
  private init(index: Int, key: UInt64) {
    self.index = index
    self.key = key
  }
}

// MARK: The owner

extension PullPort {
  /// Claims a place. Returns `nil` if none is free.
  ///
  /// - Parameter key: above 0 and below 2^61, and no other owner's.
  /// - Thread: any.
  package static func claim(_ key: UInt64) -> PullPort? {
    precondition(contentOffset + MemoryLayout<Content>.size <= Int(THRUM_PULL_PLACE_BYTES))
    for index in 0..<capacity {
      let result = word(index).pointee.compareExchange(expected: 0, desired: key << 2, ordering: .acquiringAndReleasing)
      if result.exchanged { return PullPort(index: index, key: key) }
    }
    return nil
  }

  /// Lets pulls in. Returns `false` if the place is open or was released, or a thread has not left yet.
  ///
  /// - Thread: one of the owner's at a time.
  package func open(_ feed: RenderFeed, at nanoseconds: UInt64) -> Bool {
    // A place that is neither live nor has a thread inside is written by its owner only.
    guard word.pointee.load(ordering: .acquiring) == key << 2 else { return false }
    content.initialize(to: Content(feed: feed, interleaver: Interleaver(.stereo, .float32)))
    pulledAt.pointee.store(nanoseconds, ordering: .relaxed)
    return word.pointee.compareExchange(
      expected: key << 2, desired: key << 2 | PullPort.live, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged
  }

  /// Lets no further pull in. ``isVacant`` says when the last one has ended.
  ///
  /// - Thread: any.
  package func close() { change { $0 & ~PullPort.live } }

  /// Gives the place away, at once or when a thread that is inside leaves. This port then neither opens nor is found.
  ///
  /// - Thread: any.
  package func release() { change { $0 & PullPort.inside } }

  /// Changes the word unless the place belongs to somebody else.
  private func change(_ next: (UInt64) -> UInt64) {
    var seen = word.pointee.load(ordering: .relaxed)
    while seen >> 2 == key {
      let result = word.pointee.compareExchange(
        expected: seen, desired: next(seen), successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if result.exchanged { return }
      seen = result.original
    }
  }

  /// Whether no thread is inside that came in by this port.
  ///
  /// - Thread: any, after ``close()`` or ``release()``.
  package var isVacant: Bool {
    let seen = word.pointee.load(ordering: .acquiring)
    return seen & PullPort.inside == 0 || (seen >> 2 != key && seen >> 2 != 0)
  }

  /// Time of the last pull or of the opening, monotonic ns.
  package var lastPull: UInt64 { pulledAt.pointee.load(ordering: .relaxed) }
}

// MARK: The host's thread

extension PullPort {
  /// Finds the port with a key, if there is one.
  ///
  /// - Thread: any, also real-time.
  @_noLocks
  package static func find(_ key: UInt64) -> PullPort? {
    guard key != 0, key < 1 << 61 else { return nil }
    for index in 0..<Int(THRUM_PULL_PLACES) where word(index).pointee.load(ordering: .relaxed) >> 2 == key {
      return PullPort(index: index, key: key)
    }
    return nil
  }

  /// Renders the next frames, interleaved stereo, full scale ±1. Always fills `frames` frames: with silence while the
  /// engine does not run, and while another thread pulls. Returns the number of rendered frames: all or none.
  ///
  /// - Thread: any, one at a time; real-time. It takes no lock, allocates nothing and does not wait; for notices to the
  ///   engine, it writes to an eventfd.
  public func pull(into samples: UnsafeMutablePointer<Float>, frames: FrameCount) -> FrameCount {
    var wake: Int32 = -1
    let rendered = render(into: samples, frames, &wake)
    if wake >= 0 { thrum_event_raise(wake) }
    return rendered
  }

  @_noLocks
  private func render(into samples: UnsafeMutablePointer<Float>, _ frames: FrameCount, _ wake: inout Int32)
    -> FrameCount
  {
    guard frames > 0 else { return 0 }
    guard enter() else { return PullPort.silence(samples, frames) }
    pulledAt.pointee.store(thrum_monotonic_nanoseconds(), ordering: .relaxed)
    let isRendered = enterLease()
    if isRendered {
      let mode = thrum_flush_denormals()
      thrum_realtime_enter()
      let hasNotices = content.pointee.reader.read(
        content.pointee.feed, content.pointee.interleaver, frames: frames, to: UnsafeMutableRawPointer(samples))
      thrum_realtime_exit()
      thrum_restore_float_mode(mode)
      if hasNotices { wake = content.pointee.feed.noticeDescriptor }
      content.pointee.feed.lease.leave()
    } else {
      _ = PullPort.silence(samples, frames)
    }
    word.pointee.wrappingSubtract(PullPort.inside, ordering: .releasing)
    return isRendered ? frames : 0
  }

  /// Refuses the child of a fork, whose engine has no thread.
  @_noLocks
  private func enter() -> Bool {
    guard thrum_threads_are_lost() == 0 else { return false }
    return word.pointee.compareExchange(
      expected: key << 2 | PullPort.live, desired: key << 2 | PullPort.live | PullPort.inside,
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Enters the lease. If a stand-in has it, asks for it; a later pull then gets it.
  @_noLocks
  private func enterLease() -> Bool {
    if content.pointee.feed.lease.enter() { return true }
    guard case .granted(let lease) = content.pointee.feed.lease.ask() else { return false }
    content.pointee.feed.lease = lease
    content.pointee.reader = BlockReader()
    guard lease.enter() else { return false }
    let renderer = content.pointee.feed.typed
    _ = renderer.pointee.post(Notice(.device(.recovered), frame: renderer.pointee.now))
    return true
  }

  /// Returns 0, the number of rendered frames.
  @_noLocks
  package static func silence(_ samples: UnsafeMutablePointer<Float>, _ frames: FrameCount) -> FrameCount {
    for frame in 0..<frames {
      samples[2 * frame] = 0
      samples[2 * frame + 1] = 0
    }
    return 0
  }
}
