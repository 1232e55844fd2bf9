/// A palette of up to 256 colours.
///
/// Each new entry is the bin (6 bits per channel) with the largest product of frequency and distance from existing
/// entries.
struct ColorTable {
  private(set) var entries: [SIMD3<Float>] = []
  private var indices: [UInt8]

  private struct Bin {
    var number: Int
    var color: SIMD3<Float>
    var weight: Float
    var distance = Float.infinity
    var nearest: UInt8 = 0
  }

  /// Takes pixels in cairo's order: blue, green, red, unused.
  init(_ pixels: UnsafeBufferPointer<UInt8>) {
    var counts = [UInt32](repeating: 0, count: 1 << 18)
    var sums = [SIMD3<UInt64>](repeating: .zero, count: 1 << 18)
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let number = ColorTable.bin(pixels, start)
      counts[number] &+= 1
      sums[number] &+= SIMD3(UInt64(pixels[start + 2]), UInt64(pixels[start + 1]), UInt64(pixels[start]))
    }
    var bins: [Bin] = []
    for (number, count) in counts.enumerated() where count > 0 {
      let color = SIMD3<Float>(sums[number]) / Float(count)
      bins.append(Bin(number: number, color: color, weight: Float(count).squareRoot()))
    }
    indices = [UInt8](repeating: 0, count: 1 << 18)
    choose(&bins)
    for bin in bins { indices[bin.number] = bin.nearest }
  }

  private mutating func choose(_ bins: inout [Bin]) {
    while entries.count < 256 {
      var best: (index: Int, merit: Float) = (-1, 0)
      for (index, bin) in bins.enumerated() {
        let merit = bin.weight * min(bin.distance, 200_000)
        if merit > best.merit { best = (index, merit) }
      }
      guard best.index >= 0 else { return }
      let color = bins[best.index].color
      let entry = UInt8(entries.count)
      entries.append(color)
      for index in bins.indices {
        let difference = bins[index].color - color
        let distance = (difference * difference).sum()
        if distance < bins[index].distance {
          bins[index].distance = distance
          bins[index].nearest = entry
        }
      }
    }
  }

  func index(_ pixels: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt8 {
    indices[ColorTable.bin(pixels, start)]
  }

  private static func bin(_ pixels: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    Int(pixels[start + 2] >> 2) << 12 | Int(pixels[start + 1] >> 2) << 6 | Int(pixels[start] >> 2)
  }
}
