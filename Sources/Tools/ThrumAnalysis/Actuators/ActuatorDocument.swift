import ThrumDevice

/// The JSON of an ``ActuatorFile``, in data-sheet units (`Docs/ActuatorFiles.md`).
struct ActuatorDocument: Codable {
  struct Resonant: Codable {
    var resonanceHertz: Double
    var movingMassGrams: Double
    var quality: Double
    var forceFactor: Double
    var resistanceOhms: Double
    var inductanceMicrohenries: Double
    var strokeMillimetres: Double
    var ratedVoltsRMS: Double
    var deviceMassGrams: Double?
  }

  struct Eccentric: Codable {
    var ratedVolts: Double
    var resistanceOhms: Double
    var torqueConstant: Double
    var friction: Double
    var inertia: Double
    var imbalance: Double
    var deviceMassGrams: Double
  }

  struct Sharpness: Codable {
    var lowestHertz: Double
    var highestHertz: Double
    var law: String?
  }

  var schema = ActuatorFile.schema
  var name: String
  var summary: String?
  var resonant: Resonant?
  var eccentric: Eccentric?
  var sharpness: Sharpness?

  init(_ file: ActuatorFile) {
    name = file.preset.name
    summary = file.preset.summary
    switch file.preset.model {
    case .resonant(let motor): resonant = Resonant(motor)
    case .eccentric(let motor): eccentric = Eccentric(motor)
    }
    sharpness = file.sharpness.map {
      Sharpness(lowestHertz: $0.lowestHertz, highestHertz: $0.highestHertz, law: $0.law.rawValue)
    }
  }
}

extension ActuatorDocument.Resonant {
  init(_ motor: ResonantActuator) {
    self.init(
      resonanceHertz: motor.resonanceHertz, movingMassGrams: tidy(motor.movingMass * 1e3), quality: motor.quality,
      forceFactor: motor.forceFactor, resistanceOhms: motor.resistance,
      inductanceMicrohenries: tidy(motor.inductance * 1e6), strokeMillimetres: tidy(motor.stroke * 1e3),
      ratedVoltsRMS: motor.ratedVolts, deviceMassGrams: motor.deviceMass.map { tidy($0 * 1e3) })
  }
}

extension ResonantActuator {
  init(_ motor: ActuatorDocument.Resonant) {
    self.init(
      hertz: motor.resonanceHertz, grams: motor.movingMassGrams, quality: motor.quality,
      forceFactor: motor.forceFactor, ohms: motor.resistanceOhms, microhenries: motor.inductanceMicrohenries,
      strokeMillimetres: motor.strokeMillimetres, ratedVolts: motor.ratedVoltsRMS, deviceGrams: motor.deviceMassGrams)
  }
}

extension ActuatorDocument.Eccentric {
  init(_ motor: EccentricMotor) {
    self.init(
      ratedVolts: motor.ratedVolts, resistanceOhms: motor.resistance, torqueConstant: motor.torqueConstant,
      friction: motor.friction, inertia: motor.inertia, imbalance: motor.imbalance,
      deviceMassGrams: tidy(motor.deviceMass * 1e3))
  }
}

extension EccentricMotor {
  init(_ motor: ActuatorDocument.Eccentric) {
    self.init(
      ratedVolts: motor.ratedVolts, resistance: motor.resistanceOhms, torqueConstant: motor.torqueConstant,
      friction: motor.friction, inertia: motor.inertia, imbalance: motor.imbalance,
      deviceMass: motor.deviceMassGrams * 1e-3)
  }
}

/// Removes rounding errors from unit conversions.
private func tidy(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
