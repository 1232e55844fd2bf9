import ThrumDevice
import ThrumPattern

/// Looks for mains hum where a sound rests. Hum stays steady only for a while, so each stretch has its own.
struct HumSurvey {
  /// Length of a stretch, s.
  static let stretch = 20.0
  /// Length of a part, s: whole periods of 50 and 60 Hz.
  private static let part = 0.1
  /// Smallest and largest amplitude relative to the sound's peak. What is louder is the sound itself.
  private static let amplitudes = 0.001...0.25
  /// Share of the energy by which the halves of the rests differ at most.
  private static let mostFall = 0.07
  /// Smallest energy of half a rest, relative to the mean of all.
  private static let leastPart = 0.25
  /// Mean square below which a part is silent.
  private static let silence = 1e-11

  private let sampleRate: SampleRate
  private let factor: Int
  private let partFrames: Int
  private let stretchFrames: Int
  private var frames = 0
  private var sum = 0.0
  private var samples: [Double] = []
  private var loudness = 0.0
  private var parts: [(rest: MainsHum.Rest, loudness: Double)] = []
  private var all: [MainsHum?] = []

  init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    factor = max(1, Int(sampleRate / 4_000))
    partFrames = max(1, Int(saturating: HumSurvey.part * sampleRate))
    stretchFrames = max(1, Int(saturating: HumSurvey.stretch * sampleRate))
  }

  private var rate: Double { sampleRate / Double(factor) }

  /// - Parameter steady: the sample without drift.
  mutating func add(_ sample: Float, _ steady: Double) {
    sum += Double(sample)
    loudness += steady * steady
    frames += 1
    if frames % factor == 0 {
      samples.append(sum / Double(factor))
      sum = 0
    }
    if frames % partFrames == 0 { endPart() }
    if frames % stretchFrames == 0 { endStretch() }
  }

  mutating func finish() { if parts.count >= 8 || all.isEmpty { endStretch() } }

  private mutating func endPart() {
    // Without its own line: a constant and a drift are no hum.
    let line = LineFit(samples.enumerated().map { (x: Double($0), y: $1) })
    let level = samples.enumerated().map { $1 - line.offset - line.slope * Double($0) }
    // The mean of a few frames belongs to their middle.
    let first = Double(frames / factor - samples.count) + 0.5 * Double(factor - 1) / Double(factor)
    if rate >= 1_000 { parts.append((MainsHum.Rest(first: first, samples: level), loudness)) }
    (samples, loudness) = ([], 0)
  }

  private mutating func endStretch() {
    parts.sort { $0.loudness < $1.loudness }
    let rests = parts.prefix(max(3, parts.count / 4)).map(\.rest)
    parts = []
    let isPossible =
      rests.count >= 3 && HumSurvey.isSteady(rests) && MainsHum.isPossible(in: rests, rate: rate)
    all.append(isPossible ? MainsHum(rests, rate: rate) : nil)
  }

  /// Whether the level of the rests stays the same, as that of hum and unlike that of a sound that dies away.
  private static func isSteady(_ rests: [MainsHum.Rest]) -> Bool {
    let halves = rests.map { rest -> (Double, Double) in
      let half = rest.samples.count / 2
      func energy(_ part: ArraySlice<Double>) -> Double { part.reduce(0) { $0 + $1 * $1 } }
      return (energy(rest.samples.prefix(half)), energy(rest.samples.suffix(half)))
    }
    let count = rests.reduce(0) { $0 + $1.samples.count }
    let total = halves.reduce(0) { $0 + $1.0 + $1.1 }
    guard total > silence * Double(count) else { return false }
    let fall = abs(halves.reduce(0) { $0 + $1.0 - $1.1 })
    let weakest = halves.map { min($0.0, $0.1) }.min() ?? 0
    return fall < mostFall * total && weakest > leastPart * total / Double(2 * halves.count)
  }

  /// Hum of each stretch.
  func found(peak: Double) -> [MainsHum?] {
    guard peak > 0 else { return [] }
    return all.map { hum in hum.flatMap { HumSurvey.amplitudes.contains($0.amplitude / peak) ? $0 : nil } }
  }
}
