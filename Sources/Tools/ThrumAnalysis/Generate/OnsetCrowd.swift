import ThrumPattern

/// Peaks of the spectral flux. Distinguishes textures, such as rain, from drum rolls, whose peaks are regular.
struct OnsetCrowd {
  private let sound: SoundFeatures
  /// Steps of the peaks, and the rise of the level at each.
  private let peaks: [Int]
  private let rises: [Double]

  /// Distance within which peaks are compared, s.
  private static let reach = 0.8
  /// Minimum number of peaks per second in a texture.
  private static let rate = 8.0
  /// Minimum coefficient of variation of a texture's intervals.
  private static let irregularity = 0.25

  init(_ sound: SoundFeatures, least: Double) {
    self.sound = sound
    let steps = sound.steps
    peaks = steps.indices.filter { index in
      Double(steps[index].flux) > least
        && (max(0, index - 3)...min(steps.count - 1, index + 3)).allSatisfy { steps[$0].flux <= steps[index].flux }
    }
    rises = peaks.map { sound.rise(at: $0) }
  }

  /// Whether a peak is one of many irregularly spaced peaks with at least half its flux and 30 % of its rise.
  func isTexture(_ index: Int) -> Bool {
    let reach = Int(OnsetCrowd.reach / sound.interval)
    let range = max(0, index - reach)...min(sound.steps.count - 1, index + reach)
    var first = peaks.partitioningIndex { $0 >= range.lowerBound }
    var alike: [Int] = []
    let (flux, rise) = (0.5 * sound.steps[index].flux, 0.3 * sound.rise(at: index))
    while first < peaks.count, peaks[first] <= range.upperBound {
      if sound.steps[peaks[first]].flux >= flux, rises[first] >= rise { alike.append(peaks[first]) }
      first += 1
    }
    guard alike.count > 2, Double(alike.count) > OnsetCrowd.rate * Double(range.count) * sound.interval else {
      return false
    }
    let intervals = zip(alike, alike.dropFirst()).map { Double($1 - $0) }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    let variance = intervals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(intervals.count)
    return variance.squareRoot() > OnsetCrowd.irregularity * mean
  }
}
