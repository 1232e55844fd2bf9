import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern

/// Gains that make two versions equally strong (``HeardMeter``). Raises the weaker one as far as full scale permits,
/// and lowers the stronger one by the rest.
package struct LevelMatch: Equatable, Sendable {
  package struct Side: Sendable {
    package var level: Double?
    /// In dBFS.
    package var peak: Double

    package init(level: Double?, peak: Double) {
      self.level = level
      self.peak = peak
    }

    /// Renders up to half an hour, and checks the work about twice per second of sound.
    package init<Failure>(
      _ prepared: consuming OfflineRenderer, _ settings: RenderSettings, _ work: Work<Failure>
    ) throws(Failure) {
      let level = try Side(prepared, settings, work) { (_) throws(Failure) in true }
      (self.level, peak) = (level?.level, level?.peak ?? 0)
    }

    /// The same for who keeps the sound as well: `keep` receives it piece by piece. `nil` if `keep` returns `false`.
    package init?<Failure>(
      _ prepared: consuming OfflineRenderer, _ settings: RenderSettings, _ work: Work<Failure>,
      keep: (UnsafeBufferPointer<Float>) throws(Failure) -> Bool
    ) throws(Failure) {
      var renderer = prepared
      var meter = HeardMeter(settings)
      let most = Int(saturating: SignalSummary.limitSeconds * settings.sampleRate) / quantumFrames
      for quantum in 0..<most {
        if quantum % 375 == 0 { try work.check() }
        var isKept = true
        let goesOn = try renderer.renderNext(quanta: 1) { (samples) throws(Failure) in
          meter.add(samples)
          isKept = try keep(samples) && isKept
        }
        guard isKept else { return nil }
        if meter.followsAcceleration { meter.add(acceleration: renderer.acceleration) }
        if !goesOn { break }
      }
      level = meter.finish()
      peak = decibels(max(meter.peak, 1e-6))
    }
  }

  /// In dB, or 0 if either side is silent.
  package private(set) var gains = (one: 0.0, other: 0.0)
  /// Highest peak in dBFS after the gain is applied: the limiter's ceiling.
  package static let ceiling = -1.0

  package init(_ one: Side, _ other: Side) {
    guard let level = one.level, let otherLevel = other.level else { return }
    let difference = otherLevel - level
    let weaker = difference > 0 ? one : other
    let raise = min(abs(difference), max(0, LevelMatch.ceiling - weaker.peak))
    let lower = raise - abs(difference)
    gains = difference > 0 ? (raise, lower) : (lower, raise)
  }

  package static func == (a: LevelMatch, b: LevelMatch) -> Bool { a.gains == b.gains }
}

extension LevelMatch: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("gain", gains.one)
      writer.member("otherGain", gains.other)
    }
  }
}
