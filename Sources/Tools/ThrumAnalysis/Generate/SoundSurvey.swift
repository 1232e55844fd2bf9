import ThrumDevice
import ThrumPattern

/// Measures what a sensor or a recorder added to a sound: a constant, slow drift and mains hum.
struct SoundSurvey {
  /// The coarsest step of a sound's values: that of 7 bits. And the largest, relative to the peak.
  private static let (coarsest, coarse): (Float, Double) = (0.016, 0.05)

  private let sampleRate: SampleRate
  private var frames = 0
  private var (low, high): (Float, Float) = (.infinity, -.infinity)
  private var last: Float = 0
  private var leastChange = Float.infinity
  /// First samples.
  private var opening: [Float] = []
  private var start: SoundStart?
  private var withoutDrift: DriftFilter?
  private var peakWithoutDrift = 0.0
  private var slow: SlowPart
  private var hum: HumSurvey

  init(sampleRate: SampleRate) {
    self.sampleRate = sampleRate
    slow = SlowPart(sampleRate: sampleRate)
    hum = HumSurvey(sampleRate: sampleRate)
  }

  mutating func add(_ samples: [Float]) {
    frames += samples.count
    guard start == nil else { return measure(samples) }
    opening += samples
    if Double(opening.count) >= SoundStart.seconds * sampleRate { begin() }
  }

  private mutating func begin() {
    let start = SoundStart(opening.map(Double.init), sampleRate: sampleRate)
    self.start = start
    withoutDrift = DriftFilter(start, sampleRate: sampleRate)
    measure(opening)
  }

  private mutating func measure(_ samples: [Float]) {
    for sample in samples {
      (low, high) = (min(low, sample), max(high, sample))
      let change = abs(sample - last)
      if change > 0, change < leastChange { leastChange = change }
      last = sample
      let steady = withoutDrift?.next(Double(sample)) ?? Double(sample)
      peakWithoutDrift = max(peakWithoutDrift, abs(steady))
      slow.add(sample, steady)
      hum.add(sample, steady)
    }
  }

  /// Ends the survey. Returns `nil` if there were no frames.
  mutating func cleaner() -> SoundCleaner? {
    if start == nil { begin() }
    guard frames > 0 else { return nil }
    hum.finish()
    let drift = slow.drift(low: Double(low), high: Double(high))
    let offset = drift == nil ? slow.offset(low: Double(low), high: Double(high)) : 0
    let peak = drift == nil ? max(Double(high) - offset, offset - Double(low)) : peakWithoutDrift
    let hums = hum.found(peak: peak)
    var filter: DriftFilter?
    if drift != nil {
      // Hum would hide whether the sound begins at rest.
      var samples = opening.map(Double.init)
      if let hum = hums.first ?? nil { hum.remove(from: &samples, rate: sampleRate) }
      filter = DriftFilter(SoundStart(samples, sampleRate: sampleRate), sampleRate: sampleRate)
    }
    let isCoarse = leastChange < SoundSurvey.coarsest && Double(leastChange) < SoundSurvey.coarse * peak
    return SoundCleaner(
      sampleRate: sampleRate, peak: Float(peak), offset: offset, drift: filter, hums: hums,
      removed: RemovedFromSound(
        constant: offset, isConstant: low == high && low != 0, drift: drift,
        grain: isCoarse ? leastChange : 0))
  }
}
