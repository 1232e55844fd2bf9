import ThrumDevice
import ThrumPattern

/// Removes from a sound what a ``SoundSurvey`` found.
struct SoundCleaner {
  private let sampleRate: SampleRate
  /// Peak of the cleaned sound.
  let peak: Float
  private let offset: Double
  private var drift: DriftFilter?
  private let hums: [MainsHum?]
  private(set) var removed: RemovedFromSound
  private var frames = 0

  init(
    sampleRate: SampleRate, peak: Float, offset: Double, drift: DriftFilter?, hums: [MainsHum?],
    removed: RemovedFromSound
  ) {
    (self.sampleRate, self.peak, self.offset, self.drift, self.hums) = (sampleRate, peak, offset, drift, hums)
    self.removed = removed
    self.removed.humHertz = hums.lazy.compactMap { $0?.hertz }.first
  }

  mutating func cleaned(_ samples: [Float]) -> [Float] {
    guard offset != 0 || drift != nil || removed.humHertz != nil else { return samples }
    var cleaned = samples.map(Double.init)
    removeHum(&cleaned)
    frames += samples.count
    return cleaned.map { sample in Float(drift?.next(sample) ?? sample - offset) }
  }

  private func removeHum(_ samples: inout [Double]) {
    let length = Int(saturating: HumSurvey.stretch * sampleRate)
    var begin = 0
    while begin < samples.count {
      let stretch = (frames + begin) / length
      let end = min(samples.count, (stretch + 1) * length - frames)
      // The last stretch may be too short for a survey.
      if let hum = hums.indices.contains(stretch) ? hums[stretch] : hums.last ?? nil {
        var part = Array(samples[begin..<end])
        hum.remove(from: &part, first: frames + begin, rate: sampleRate)
        samples.replaceSubrange(begin..<end, with: part)
      }
      begin = end
    }
  }
}

/// What was removed from a sound before it was analysed.
package struct RemovedFromSound: Sendable {
  /// Constant, as a share of full scale.
  package var constant = 0.0
  /// Whether the sound held nothing else.
  package var isConstant = false
  /// Typical size of a slow drift, as a share of full scale.
  package var drift: Double?
  package var humHertz: Double?
  /// Smallest change of the sound's values, if it is as coarse as that of 8 bits.
  var grain: Float = 0

  /// Sentences for the user.
  package var notes: [String] {
    var notes: [String] = []
    if constant != 0, !isConstant {
      notes.append("a constant of \(fixed(100 * constant, 1)) % of full scale is removed")
    }
    if drift != nil { notes.append("what is slower than 15 Hz is removed: the sound drifts") }
    if let humHertz { notes.append("mains hum at \(fixed(humHertz, 1)) Hz is removed") }
    return notes
  }
}
