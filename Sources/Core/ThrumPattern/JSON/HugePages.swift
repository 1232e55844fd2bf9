#if canImport(Glibc)
  import Glibc
#endif

/// Asks the kernel to back a large buffer with huge pages: filling it then costs far fewer page faults.
enum HugePages {
  /// A hint only; small buffers and systems without glibc are left alone.
  static func suggest(for buffer: UnsafeMutableRawBufferPointer) {
    #if os(Linux) && canImport(Glibc)
      let page = 2 << 20
      guard buffer.count >= 4 * page, let base = buffer.baseAddress else { return }
      // Safety: only whole pages inside the caller's buffer are named, and their contents do not change.
      let begin = (UInt(bitPattern: base) &+ UInt(page - 1)) & ~UInt(page - 1)
      let end = (UInt(bitPattern: base) &+ UInt(buffer.count)) & ~UInt(page - 1)
      guard end > begin, let start = UnsafeMutableRawPointer(bitPattern: begin) else { return }
      _ = madvise(start, Int(end - begin), MADV_HUGEPAGE)
    #endif
  }
}
