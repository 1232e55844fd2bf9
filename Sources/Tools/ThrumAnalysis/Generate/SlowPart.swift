import ThrumDevice

/// What is slower than any vibration in a sound.
struct SlowPart {
  private var filter: FourthOrderFilter
  private let factor: Int
  private var (sum, count) = (0.0, 0)
  private var first: Double?
  private var decimated = 0
  private let every: Int
  private var energy = 0.0
  /// The slow part and the RMS of the rest, every 25 ms.
  private var values: [Float] = []
  private var levels: [Float] = []
  /// Share of the RMS of white noise that is slow.
  private let noiseShare: Double

  /// Corner in Hz: below all that is felt as vibration.
  private static let corner = 12.0
  /// Share of the peak that a drift exceeds half of the time.
  private static let leastDrift = 0.004
  /// Size of a drift relative to the slow part of white noise.
  private static let aboveNoise = 3.0
  /// Share of the peak that a constant exceeds, and of the constant by which half of the values differ at most.
  private static let (leastOffset, steady) = (0.001, 0.3)

  init(sampleRate: SampleRate) {
    factor = max(1, Int(sampleRate / 4_000))
    let rate = sampleRate / Double(factor)
    filter = FourthOrderFilter(.lowPass, hertz: SlowPart.corner, sampleRate: rate)
    every = max(1, Int(saturating: rate / 40))
    noiseShare = min(1, 2 * SlowPart.corner / sampleRate).squareRoot()
  }

  /// - Parameter steady: the sample without drift.
  mutating func add(_ sample: Float, _ steady: Double) {
    sum += Double(sample)
    energy += steady * steady
    count += 1
    guard count == factor else { return }
    let mean = sum / Double(count)
    (sum, count) = (0, 0)
    let begin = first ?? mean
    first = begin
    let slow = begin + filter.next(mean - begin)
    decimated += 1
    guard decimated % every == 0 else { return }
    values.append(Float(slow))
    levels.append(Float((energy / Double(every * factor)).squareRoot()))
    energy = 0
  }

  private var middle: Double { median(values.map(Double.init)) }

  private var spread: Double {
    let middle = middle
    return median(values.map { abs(Double($0) - middle) })
  }

  private func median(_ values: [Double]) -> Double { values.isEmpty ? 0 : values.sorted()[values.count / 2] }

  /// The constant that a sound rests at.
  func offset(low: Double, high: Double) -> Double {
    let offset = values.isEmpty ? (low == high ? low : 0) : middle
    let peak = max(high - offset, offset - low)
    return abs(offset) > SlowPart.leastOffset * peak && spread < SlowPart.steady * abs(offset) ? offset : 0
  }

  /// How far a sound drifts, or `nil` if it does not.
  func drift(low: Double, high: Double) -> Double? {
    let spread = spread
    let noise = SlowPart.aboveNoise * noiseShare * median(levels.map(Double.init))
    return spread > max(SlowPart.leastDrift * (high - low) / 2, noise) ? spread : nil
  }
}
