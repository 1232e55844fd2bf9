import ThrumDevice
import ThrumRender

extension RenderSettings {
  /// Energy of a resonant motor's tap at full intensity: the integral of the squared acceleration, in (m/s²)²·s per
  /// volt of the motor's maximum.
  package func tapEnergy(_ actuator: ResonantActuator) -> Double {
    TapTable(
      actuator, map: sharpness, frequencyDivisor: monitor.frequencyDivisor, brakes: brakesTransients
    ).energy
  }
}
