import ThrumPattern

/// Ranges of steps in which a sound is heard, excluding steps near transients.
struct AudibleRanges {
  private let sound: SoundFeatures
  private let begins: Double
  private let ends: Double

  /// Thresholds relative to the reference: −34 dB to begin, −40 dB to end.
  private static let (begin, end) = (0.02, 0.01)
  private static let shortest = 0.04
  private static let bridged = 0.06
  private static let longest = 29.0
  /// Pauses in seconds: before a transient, so that the motor comes to rest; after one, so that it decays.
  private static let before = 0.012, after = 0.025

  /// - Parameters:
  ///   - reference: level that maps to full intensity; full scale is 1.
  ///   - floor: level below which sound is inaudible.
  init(_ sound: SoundFeatures, reference: Double, floor: Double) {
    self.sound = sound
    begins = max(AudibleRanges.begin * reference, floor)
    ends = begins * AudibleRanges.end / AudibleRanges.begin
  }

  /// Returns ranges of at least 40 ms, split at the maximum event length and at transients. Bridges gaps under 60 ms.
  func ranges(without taps: [Double]) -> [ClosedRange<Int>] {
    let most = Int(AudibleRanges.longest / sound.interval)
    return without(taps, bridged()).filter(isLong).flatMap { range in
      stride(from: range.lowerBound, through: range.upperBound, by: most).map {
        $0...min($0 + most, range.upperBound)
      }
      .filter { $0.count > 1 }
    }
  }

  private func isLong(_ range: ClosedRange<Int>) -> Bool {
    Double(range.count) * sound.interval >= AudibleRanges.shortest
  }

  private func heard() -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var first: Int?
    for (index, step) in zip(sound.steps.indices, sound.steps).dropFirst(sound.lead) {
      if let start = first {
        guard Double(step.level) < ends else { continue }
        found.append(start...index)
        first = nil
      } else if Double(step.level) > begins {
        first = index
      }
    }
    if let first, let last = sound.steps.indices.last { found.append(first...last) }
    return found
  }

  private func bridged() -> [ClosedRange<Int>] {
    var joined: [ClosedRange<Int>] = []
    for range in heard() {
      if let last = joined.last, Double(range.lowerBound - last.upperBound) * sound.interval < AudibleRanges.bridged {
        joined[joined.count - 1] = last.lowerBound...range.upperBound
      } else {
        joined.append(range)
      }
    }
    return joined.filter(isLong)
  }

  private func without(_ taps: [Double], _ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var parts: [ClosedRange<Int>] = []
    var next = 0
    for range in ranges {
      var first = range.lowerBound
      while next < taps.count, sound.time(range.upperBound) > taps[next] - AudibleRanges.before {
        let last = Int(saturating: sound.place(taps[next] - AudibleRanges.before).rounded(.down))
        if last > first { parts.append(first...last) }
        first = max(first, Int(saturating: sound.place(taps[next] + AudibleRanges.after).rounded(.up)))
        next += 1
      }
      if first < range.upperBound { parts.append(first...range.upperBound) }
    }
    return parts
  }
}
