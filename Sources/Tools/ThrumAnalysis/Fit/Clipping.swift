/// Detects peaks cut off by a recorder or amplifier.
///
/// A clipped peak is flat with steep edges. At half the length of the peak beyond each of its ends, the signal has
/// fallen further than beside a rounded peak.
enum Clipping {
  static func flatPeaks(in samples: [Double]) -> Int {
    let (high, low) = (samples.max() ?? 0, -(samples.min() ?? 0))
    guard max(high, low) > 0 else { return 0 }
    return flatPeaks(samples, at: high, sign: 1) + flatPeaks(samples, at: low, sign: -1)
  }

  private static func flatPeaks(_ samples: [Double], at level: Double, sign: Double) -> Int {
    guard level > 0 else { return 0 }
    var peaks = 0
    var index = 0
    while index < samples.count {
      let begin = index
      while index < samples.count, sign * samples[index] >= 0.9999 * level { index += 1 }
      let length = index - begin
      if length >= 3 {
        let reach = max(1, length / 2)
        let (before, after) = (begin - reach, index - 1 + reach)
        if samples.indices.contains(before), samples.indices.contains(after),
          sign * samples[before] < 0.96 * level, sign * samples[after] < 0.96 * level
        {
          peaks += 1
        }
      }
      index += 1
    }
    return peaks
  }
}
