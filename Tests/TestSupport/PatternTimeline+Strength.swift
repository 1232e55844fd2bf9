import ThrumPattern

extension PatternTimeline {
  /// Returns the continuous events' summed amplitude and mean sharpness, by adding event by event.
  package func strength(at time: Double) -> (amplitude: Double, sharpness: Double?) {
    var (sum, weight) = (0.0, 0.0)
    for hold in holds where hold.start <= time && time <= hold.end {
      let intensity = hold.intensity * hold.controls.value(.hapticIntensityControl, at: time)
      let amplitude = intensity * intensity * min(1, max(0, hold.envelope.intendedLevel(at: time)))
      sum += amplitude * hold.sharpness(at: time)
      weight += amplitude
    }
    return (min(1, weight), weight > 1e-6 ? sum / weight : nil)
  }

  package func amplitude(at time: Double) -> Double { strength(at: time).amplitude }
}
