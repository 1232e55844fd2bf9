import ThrumDevice
import ThrumRender

extension RenderSettings {
  /// What a resonant motor's tap of full intensity does in all: the integral of the squared acceleration that is felt, in
  /// (m/s²)²·s for one volt of the motor's greatest.
  ///
  /// - Thread: any.
  package func tapEnergy(_ actuator: ResonantActuator) -> Double {
    TapTable(
      actuator, map: sharpness, frequencyDivisor: monitor.frequencyDivisor, brakes: brakesTransients
    ).energy
  }
}
