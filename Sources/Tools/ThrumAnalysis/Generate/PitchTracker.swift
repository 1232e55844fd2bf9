/// Pitch of a mono sound's ``LowBand`` at equal intervals, by the normalised square difference (McLeod and Wyvill,
/// "A smarter way to find pitch", ICMC 2005).
struct PitchTracker {
  /// Range of pitches in Hz: from below a bass guitar's lowest string to a soprano's highest note.
  static let lowest = 38.0, highest = 1_050.0
  /// Minimum normalised autocorrelation.
  private static let clarity: Float = 0.7
  /// Threshold as a share of the highest peak. The first peak above it is chosen, to get the octave right.
  private static let choice: Float = 0.9
  /// Minimum share of the energy that must be below about 2 kHz: a low tone in a cymbal's noise is not its pitch.
  private static let leastLow: Float = 0.05
  /// Length of the compared parts, s.
  private static let compared = 0.03

  /// Pitches in Hz, or 0 where there is none.
  private(set) var pitches: [Float] = []

  /// Sample rate of the decimated sound.
  private let rate: Double
  private let hop: Int
  private let width: Int
  private let mostLag: Int
  private var low: LowBand
  /// Decimated frames dropped from ``LowBand/samples``, including the initial padding.
  private var dropped = 0
  private var correlation: [Float]

  /// - Parameter hop: frames between pitches.
  init(sampleRate: Double, hop: Int) {
    low = LowBand(sampleRate: sampleRate)
    self.hop = hop
    rate = sampleRate / Double(low.factor)
    width = (Int(PitchTracker.compared * rate) + 7) / 8 * 8
    mostLag = Int(rate / PitchTracker.lowest) + 1
    correlation = [Float](repeating: 0, count: mostLag + 1)
    low.pad((width + mostLag) / 2)
  }

  mutating func add(_ samples: ArraySlice<Float>) {
    low.add(samples)
    drain()
  }

  mutating func finish() {
    add([Float](repeating: 0, count: (width + mostLag + 16) * low.factor)[...])
  }

  private mutating func drain() {
    while case let first = place(pitches.count) - dropped, first + width + mostLag + 8 <= low.samples.count {
      pitches.append(pitch(at: first))
    }
    let unneeded = place(pitches.count) - dropped
    guard unneeded > 4_096 else { return }
    low.removeFirst(unneeded)
    dropped += unneeded
  }

  private func place(_ index: Int) -> Int { Int((Double(index * hop) / Double(low.factor)).rounded()) }

  private mutating func pitch(at first: Int) -> Float {
    let (width, mostLag) = (width, mostLag)
    return low.samples.withUnsafeBufferPointer { samples in
      var energy: Float = 0
      for index in first..<first + width { energy += samples[index] * samples[index] }
      guard energy > 1e-9, energy > PitchTracker.leastLow * low.energy(first..<first + width) else { return 0 }
      var later = energy
      for lag in 0...mostLag {
        correlation[lag] = 2 * PitchTracker.product(samples, first, first + lag, width) / (energy + later + 1e-12)
        let (gone, come) = (samples[first + lag], samples[first + lag + width])
        later = max(0, later + come * come - gone * gone)
      }
      return period().map { Float(rate / $0) } ?? 0
    }
  }

  /// Adds eight sums in a fixed order, for identical results on every machine.
  private static func product(_ samples: UnsafeBufferPointer<Float>, _ a: Int, _ b: Int, _ count: Int) -> Float {
    let bytes = UnsafeRawBufferPointer(samples)
    var sum = SIMD8<Float>.zero
    for offset in stride(from: 0, to: 4 * count, by: 32) {
      sum +=
        bytes.loadUnaligned(fromByteOffset: 4 * a + offset, as: SIMD8<Float>.self)
        * bytes.loadUnaligned(fromByteOffset: 4 * b + offset, as: SIMD8<Float>.self)
    }
    return sum.sum()
  }

  private func period() -> Double? {
    var lag = 1
    while lag < mostLag, correlation[lag] > 0 { lag += 1 }
    var peaks: [(place: Double, height: Float)] = []
    lag = max(lag, 2)
    while lag < mostLag {
      let (left, here, right) = (correlation[lag - 1], correlation[lag], correlation[lag + 1])
      if here > 0, here >= left, here > right { peaks.append(PitchTracker.top(lag, left, here, right)) }
      lag += 1
    }
    guard let highest = peaks.map(\.height).max(), highest >= PitchTracker.clarity,
      let chosen = peaks.first(where: { $0.height >= PitchTracker.choice * highest })
    else { return nil }
    return rate / chosen.place <= PitchTracker.highest ? chosen.place : nil
  }

  /// Fits a parabola for a peak's place, and a sine for its height, to handle periods of a few frames.
  private static func top(_ lag: Int, _ left: Float, _ here: Float, _ right: Float) -> (place: Double, height: Float) {
    let bend = Double(left - 2 * here + right)
    let place = Double(lag) + (bend < 0 ? 0.5 * Double(left - right) / bend : 0)
    let cosine = (left + right) / (2 * here)
    guard lag < 16, abs(cosine) < 1 else { return (place, here) }
    let slope = (right - left) / (2 * (1 - cosine * cosine).squareRoot())
    return (place, min(1, (here * here + slope * slope).squareRoot()))
  }
}
