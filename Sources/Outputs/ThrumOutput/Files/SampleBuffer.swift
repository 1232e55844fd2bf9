/// Reused storage for samples that are on their way to a file.
struct SampleBuffer {
  private var samples: [Float] = []

  /// Lets `fill` write up to `count` samples, then passes the written ones to `write`.
  mutating func pass(
    _ count: Int, from fill: (UnsafeMutableBufferPointer<Float>) -> Int,
    to write: (UnsafeBufferPointer<Float>) throws(FileError) -> Void
  ) throws(FileError) {
    if samples.count < count { samples = [Float](repeating: 0, count: count) }
    let filled = samples.withUnsafeMutableBufferPointer { fill($0) }
    try samples.withUnsafeBufferPointer { (all) throws(FileError) in
      try write(UnsafeBufferPointer(rebasing: all.prefix(max(0, filled))))
    }
  }
}
