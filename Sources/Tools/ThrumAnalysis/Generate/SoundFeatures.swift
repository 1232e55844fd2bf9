import ThrumDevice
import ThrumPattern

/// Spectral flux, loudness, brightness and pitch every 5 ms. Takes 26 MB per hour.
package struct SoundFeatures: Sendable {
  package struct Step: Sendable {
    /// Rise of the spectrum in logarithmic bands over 15 ms (Böck and Widmer, "Maximum filter vibrato suppression for
    /// onset detection", DAFx 2013).
    package var flux: Float = 0
    /// RMS within the selected band, full scale 1.
    package var level: Float = 0
    /// Spectral centroid, Hz.
    package var centroid: Float = 0
    /// Centroid of the rising bands, Hz.
    package var newCentroid: Float = 0
    /// Pitch in Hz, or 0 if there is none.
    package var pitch: Float = 0
  }

  package static let peaksPerStep = 4

  /// Full scale of all levels: the sound's peak.
  package let fullScale: Float
  /// Time between steps, s.
  package let interval: Double
  /// Steps of silence before the sound.
  let lead: Int
  package internal(set) var steps: [Step] = []
  /// Largest magnitude in each quarter of a step.
  package internal(set) var peaks: [Float] = []
  package internal(set) var seconds = 0.0

  /// What was removed from the sound before it was analysed.
  package internal(set) var removed = RemovedFromSound()

  init(fullScale: Float, interval: Double, lead: Int) {
    self.fullScale = fullScale
    self.interval = interval
    self.lead = lead
  }

  /// Time of a step in seconds, negative before the sound.
  package func time(_ index: Int) -> Double { Double(index - lead) * interval }

  /// Place of a time among the steps.
  func place(_ seconds: Double) -> Double { seconds / interval + Double(lead) }

  /// RMS of the sound that begins at a step, full scale 1.
  func rise(at index: Int) -> Double {
    let before = steps[max(0, index - 5)...max(0, index - 3)].map { Double($0.level) }.min() ?? 0
    let after = steps[index...min(steps.count - 1, index + 6)].map { Double($0.level) }.max() ?? 0
    return max(0, after * after - 1.02 * before * before).squareRoot()
  }
}

extension SoundFeatures {
  /// Analyses a sound in two passes, the first for its peak and for what a sensor or a recorder added. Returns `nil` if
  /// there are no frames.
  ///
  /// - Parameter read: delivers all frames, mixed to one channel.
  package init?<Failure>(
    sampleRate: SampleRate, band: ClosedRange<Double>,
    read: (([Float]) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    var survey = SoundSurvey(sampleRate: sampleRate)
    try read { survey.add($0) }
    guard var cleaner = survey.cleaner() else { return nil }
    var analyser = SoundAnalyser(sampleRate: sampleRate, peak: cleaner.peak, band: band)
    try read { analyser.add(cleaner.cleaned($0)) }
    analyser.finish()
    self = analyser.features
    removed = cleaner.removed
  }

  /// In Hz.
  package static let wholeBand = 20.0...16_000
}
