import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumPattern

package struct RenderedLevels: Encodable, Sendable {
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

  package init(_ patterns: [CompiledPattern], settings: RenderSettings, seconds: Double) {
    self.init(OfflineRenderer(patterns, settings: settings, signal: .monitor, lengthSeconds: seconds), settings)
  }

  private init(_ prepared: consuming OfflineRenderer, _ settings: RenderSettings) {
    var renderer = prepared
    var monitor = Level()
    var acceleration = Level()
    var touch = FeltMeter(sampleRate: settings.sampleRate)
    var heard = HeardMeter(settings)
    var loudest = LoudestWindow(frames: Int(0.05 * settings.sampleRate))
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext(quanta: 1) { samples in
        for sample in samples { monitor.add(Double(sample)) }
        heard.add(samples)
        for frame in 0..<samples.count / 2 { loudest.add(Double(samples[2 * frame]), Double(samples[2 * frame + 1])) }
      }
      // Safety: the renderer keeps the quantum until it renders the next.
      let quantum = renderer.acceleration
      if heard.followsAcceleration { heard.add(acceleration: quantum) }
      if !isOver {
        for frame in 0..<quantumFrames {
          acceleration.add(quantum[frame] / standardGravity)
          touch.add(quantum[frame] / standardGravity)
        }
      }
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

    var rms: Double { count > 0 ? (energy / Double(count)).squareRoot() : 0 }
  }
}
