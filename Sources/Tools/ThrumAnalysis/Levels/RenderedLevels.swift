import ThrumDevice
import ThrumFeel
import ThrumOffline
import ThrumPattern

package struct RenderedLevels: JSONEncodable, Sendable {
  package var actuator: String
  package var peakAccelerationG: Double
  package var rmsAccelerationG: Double
  /// Felt level of the strongest 320 ms, dB above the threshold. Modelled, so only for comparisons. `nil` for silence.
  package var touchLevelDecibels: Double?
  /// In dBFS, −120 for silence.
  package var monitorPeakDecibels: Double
  package var monitorRMSDecibels: Double
  /// RMS of the loudest 50 ms.
  package var monitorLoudestDecibels: Double
  /// Level for matching (``HeardMeter``). `nil` for silence.
  package var monitorHeardDecibels: Double?
  package var refusedEvents: Int

  /// Renders patterns that start together. `sound` returns the frames for a waveform path.
  package init(
    _ patterns: [Pattern], settings: RenderSettings, seconds: Double,
    sound: @escaping (String) -> SoundMemory? = { _ in nil }
  ) {
    self.init(
      OfflineRenderer(patterns, settings: settings, signal: .monitor, lengthSeconds: seconds, sound: sound), settings)
  }

  /// Levels of compiled patterns over the length that pictures show, or `nil` if that is too long, and their length in
  /// seconds including the actuator's ringing, from one rendering.
  package static func measured(
    _ patterns: [CompiledPattern], settings: RenderSettings, timeline: PatternTimeline
  ) -> (levels: RenderedLevels?, endSeconds: Double) {
    guard timeline.end <= SignalSummary.limitSeconds else { return (nil, timeline.end) }
    let length = timeline.naturalRange.upperBound
    var frames = 0
    let levels = RenderedLevels(
      OfflineRenderer(patterns, settings: settings), settings,
      limit: FrameCount(nearestFrame(min(length, 1e9) * settings.sampleRate)), rendered: &frames)
    return (length <= SignalSummary.limitSeconds ? levels : nil, Double(frames) / settings.sampleRate)
  }

  private init(_ prepared: consuming OfflineRenderer, _ settings: RenderSettings) {
    var frames = 0
    self.init(prepared, settings, limit: nil, rendered: &frames)
  }

  /// - Parameters:
  ///   - limit: Number of frames that are measured, with silence after the rendering's end; `nil` for all.
  ///   - frames: Receives the number of frames rendered.
  private init(
    _ prepared: consuming OfflineRenderer, _ settings: RenderSettings, limit: Int?, rendered frames: inout Int
  ) {
    var renderer = prepared
    var monitor = Level()
    var acceleration = Level()
    var touch = FeltMeter(sampleRate: settings.sampleRate)
    var heard = HeardMeter(settings)
    var loudest = LoudestWindow(frames: Int(saturating: 0.05 * settings.sampleRate))
    let limit = limit ?? .max
    var (isOver, moved) = (false, 0)
    while !isOver {
      isOver = !renderer.renderNext(quanta: 1) { samples in
        let count = min(samples.count / 2, max(0, limit - frames))
        frames += samples.count / 2
        let samples = UnsafeBufferPointer(rebasing: samples.prefix(2 * count))
        heard.add(samples)
        guard samples.contains(where: { $0 != 0 }) else {
          monitor.addSilence(samples.count)
          return loudest.addSilence(count)
        }
        for sample in samples { monitor.add(Double(sample)) }
        for frame in 0..<count { loudest.add(Double(samples[2 * frame]), Double(samples[2 * frame + 1])) }
      }
      // Safety: the renderer keeps the quantum until it renders the next.
      let quantum = renderer.acceleration
      if heard.followsAcceleration { heard.add(acceleration: quantum) }
      guard !isOver, moved < limit else { continue }
      let count = min(quantumFrames, limit - moved)
      moved += count
      touch.add(quantum, frames: count, unit: standardGravity)
      for frame in 0..<count { acceleration.add(quantum[frame] / standardGravity) }
    }
    if limit < .max {
      monitor.addSilence(2 * max(0, limit - frames))
      acceleration.addSilence(limit - moved)
    }
    touch.finish()
    actuator = settings.effectiveActuator.name
    touchLevelDecibels = touch.strongestDecibels
    peakAccelerationG = acceleration.peak
    rmsAccelerationG = acceleration.rms
    monitorPeakDecibels = RenderedLevels.decibelsOfFullScale(monitor.peak)
    monitorRMSDecibels = RenderedLevels.decibelsOfFullScale(monitor.rms)
    monitorLoudestDecibels = RenderedLevels.decibelsOfFullScale(loudest.rms)
    monitorHeardDecibels = heard.finish()
    refusedEvents = renderer.refusedEvents
  }

  package static func inWords(touch decibels: Double) -> String {
    "\(fixed(abs(decibels), 0)) dB \(decibels < 0 ? "below" : "above") the touch threshold"
  }

  private static func decibelsOfFullScale(_ value: Double) -> Double {
    value > 1e-6 ? decibels(value) : -120
  }

  private struct Level {
    var peak = 0.0
    private var energy = 0.0
    private var count = 0

    mutating func add(_ sample: Double) {
      peak = max(peak, abs(sample))
      energy += sample * sample
      count += 1
    }

    mutating func addSilence(_ samples: Int) { count += samples }

    var rms: Double { count > 0 ? (energy / Double(count)).squareRoot() : 0 }
  }
}
