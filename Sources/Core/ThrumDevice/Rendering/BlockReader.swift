/// Gives any number of frames out of whole quanta.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
package struct BlockReader: BitwiseCopyable {
  private var unread = 0

  /// Nothing rendered yet.
  @_noLocks
  package init() {}

  /// Renders what is needed and writes `frames` frames; whether there are notices.
  ///
  /// - Thread: render thread only, inside the lease.
  /// - Real-time: yes.
  @_noLocks
  package mutating func read(
    _ feed: RenderFeed, _ interleaver: Interleaver, frames: FrameCount, to output: UnsafeMutableRawPointer
  ) -> Bool {
    var done = 0
    var hasNotices = false
    while done < frames {
      if unread == 0 {
        if feed.renderQuantum() { hasNotices = true }
        unread = quantumFrames
      }
      let count = unread < frames - done ? unread : frames - done
      let first = quantumFrames - unread
      interleaver.write(
        left: feed.left + first, right: feed.right + first, frames: count,
        to: output + done * interleaver.frameBytes)
      unread -= count
      done += count
    }
    return hasNotices
  }
}
