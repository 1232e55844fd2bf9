#if canImport(Glibc)
  import Glibc
#endif

/// Asks the kernel for huge pages, which cause fewer page faults.
enum HugePages {
  /// Does nothing for small buffers or without glibc.
  static func suggest(for buffer: UnsafeMutableRawBufferPointer) {
    #if os(Linux) && canImport(Glibc)
      let page = 2 << 20
      guard buffer.count >= 4 * page, let base = buffer.baseAddress else { return }
      // Safety: covers only whole pages inside the caller's buffer; their contents do not change.
      let begin = (UInt(bitPattern: base) &+ UInt(page - 1)) & ~UInt(page - 1)
      let end = (UInt(bitPattern: base) &+ UInt(buffer.count)) & ~UInt(page - 1)
      guard end > begin, let start = UnsafeMutableRawPointer(bitPattern: begin) else { return }
      _ = madvise(start, Int(end - begin), MADV_HUGEPAGE)
    #endif
  }
}
