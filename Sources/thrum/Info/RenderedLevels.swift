import HapticEngine
import HapticRender

/// How strong a pattern comes out of the default motor, from one offline rendering.
struct RenderedLevels: Encodable {
  var actuator: String
  /// Acceleration of the device, g.
  var peakAccelerationG: Double
  var rmsAccelerationG: Double
  /// What the loudspeaker gets at 0 dB gain, dB of full scale; −120 is silence.
  var monitorPeakDecibels: Double
  var monitorRMSDecibels: Double
  /// Events that found no voice, because more sounded at once than there are voices.
  var refusedEvents: Int

  /// Renders a pattern whole; the caller has made sure that it is not too long.
  init(_ schedule: ScheduleMemory, settings: RenderSettings, seconds: Double) {
    var renderer = OfflineRenderer([schedule], settings: settings, signal: .monitor, lengthSeconds: seconds)
    var monitor = Level()
    var acceleration = Level()
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext { samples in
        for sample in samples { monitor.add(Double(sample)) }
      }
      // Safety: the renderer's last quantum stays where it is until the next one is rendered.
      let quantum = renderer.renderer.acceleration
      if !isOver {
        for frame in 0..<quantumFrames { acceleration.add(quantum[frame] / standardGravity) }
      }
    }
    actuator = settings.effectiveActuator.name
    peakAccelerationG = acceleration.peak
    rmsAccelerationG = acceleration.rms
    monitorPeakDecibels = RenderedLevels.decibelsOfFullScale(monitor.peak)
    monitorRMSDecibels = RenderedLevels.decibelsOfFullScale(monitor.rms)
    refusedEvents = renderer.refusedEvents
  }

  private static func decibelsOfFullScale(_ value: Double) -> Double {
    value > 1e-6 ? decibels(value) : -120
  }

  /// Peak and RMS of what was added.
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
