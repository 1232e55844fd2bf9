/// A sound low-passed near 2 kHz by three moving averages, decimated to about 6 kHz.
struct LowBand {
  /// Frames per decimated frame.
  let factor: Int
  private(set) var samples: [Float] = []
  /// Energies of the unfiltered sound around each decimated frame.
  private var energies: [Float] = []
  private let weights: [Float]
  private var waiting: [Float]

  init(sampleRate: Double) {
    factor = max(1, Int(sampleRate / 6_000))
    let box = [Float](repeating: 1 / Float(factor), count: factor)
    weights = LowBand.convolved(box, LowBand.convolved(box, box))
    waiting = [Float](repeating: 0, count: weights.count / 2)
  }

  mutating func add(_ new: ArraySlice<Float>) {
    waiting += new
    var start = 0
    while start + weights.count <= waiting.count {
      var (sum, energy): (Float, Float) = (0, 0)
      for index in weights.indices { sum += weights[index] * waiting[start + index] }
      let middle = start + factor - 1
      for index in middle..<middle + factor { energy += waiting[index] * waiting[index] }
      samples.append(sum)
      energies.append(energy / Float(factor))
      start += factor
    }
    waiting.removeFirst(start)
  }

  mutating func pad(_ count: Int) {
    samples += [Float](repeating: 0, count: count)
    energies += [Float](repeating: 0, count: count)
  }

  func energy(_ range: Range<Int>) -> Float { energies[range].reduce(0, +) }

  mutating func removeFirst(_ count: Int) {
    samples.removeFirst(count)
    energies.removeFirst(count)
  }

  private static func convolved(_ a: [Float], _ b: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: a.count + b.count - 1)
    for (i, x) in a.enumerated() {
      for (j, y) in b.enumerated() { result[i + j] += x * y }
    }
    return result
  }
}
