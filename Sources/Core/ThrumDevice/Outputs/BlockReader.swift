import CLinux
import ThrumSystem

/// Regroups quanta into blocks of any length.
///
/// - Thread: the render thread; created before that thread starts and freed after it ends.
package struct BlockReader: BitwiseCopyable {
  private var unread = 0

  @_noLocks
  package init() {}

  /// Call inside the lease. Returns whether there are notices.
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
