import ThrumAnalysis
import ArgumentParser
import Foundation
import ThrumDevice
import ThrumRender

/// `thrum actuators`: the motors and their numbers.
struct Actuators: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the modelled motors.",
    discussion: """
      Examples:
        thrum actuators
        thrum actuators --json
      """)

  @Flag(name: .long, help: "JSON (schema thrum.actuators/1).")
  var json = false

  func run() throws {
    try reporting {
      let rows = ActuatorPreset.all.map(Row.init)
      if json {
        try Console.line(JSONText.encode(Document(actuators: rows)))
        return
      }
      try Console.line("name             f0 Hz      Q  rise ms   rated g  what it is")
      for row in rows {
        let q = row.quality.map { fixed($0, 1) } ?? "–"
        try Console.line(
          pad(row.name, 15) + lead(fixed(row.resonanceHertz, 0), 7) + lead(q, 7)
            + lead(fixed(row.riseMilliseconds, 1), 9) + lead(fixed(row.ratedAccelerationG, 2), 10) + "  "
            + row.summary)
      }
    }
  }

  struct Document: Encodable {
    var schema = "thrum.actuators/1"
    var actuators: [Row]
  }

  /// The numbers that a person needs.
  struct Row: Encodable {
    var name: String
    var summary: String
    var isDefault: Bool
    /// Resonance, or speed of an eccentric motor at its rated voltage.
    var resonanceHertz: Double
    var quality: Double?
    /// Time constant of the rise times ln 10: to 90 %.
    var riseMilliseconds: Double
    /// Peak acceleration of the device at the rated drive and the resonance.
    var ratedAccelerationG: Double
    var ratedVoltsRMS: Double

    init(_ preset: ActuatorPreset) {
      name = preset.name
      summary = preset.summary
      isDefault = preset == .phone
      switch preset.model {
      case .resonant(let actuator):
        resonanceHertz = actuator.resonanceHertz
        quality = actuator.quality
        riseMilliseconds = 2 * actuator.quality / actuator.angularResonance * log(10) * 1000
        ratedAccelerationG =
          actuator.maximumVolts * actuator.deviceAcceleration(perVoltAtHertz: actuator.resonanceHertz)
          / standardGravity
        ratedVoltsRMS = actuator.ratedVolts
      case .eccentric(let motor):
        resonanceHertz = motor.ratedHertz
        quality = nil
        riseMilliseconds = motor.timeConstant * log(10) * 1000
        ratedAccelerationG = motor.ratedAcceleration / standardGravity
        ratedVoltsRMS = motor.ratedVolts
      }
    }
  }
}
