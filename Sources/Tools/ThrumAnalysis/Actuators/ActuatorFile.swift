import FoundationEssentials
import ThrumDevice
import ThrumPattern

/// An actuator as JSON, schema `thrum.actuator/1` (`Docs/ActuatorFiles.md`).
package struct ActuatorFile: Equatable, Sendable {
  package static let schema = "thrum.actuator/1"

  package let preset: ActuatorPreset
  /// `nil` keeps the default sharpness map.
  package let sharpness: SharpnessMap?

  package init(_ preset: ActuatorPreset, sharpness: SharpnessMap? = nil) {
    self.preset = preset
    self.sharpness = sharpness
  }

  /// - Throws: ``ActuatorFileError`` for invalid JSON, an unknown schema or an actuator that cannot be rendered.
  package init(_ bytes: [UInt8], name: String) throws(ActuatorFileError) {
    func wrong(_ problem: String) -> ActuatorFileError { ActuatorFileError(file: name, problem: problem) }
    let document: ActuatorDocument
    do { document = try JSONDecoder().decode(ActuatorDocument.self, from: Data(bytes)) } catch let error
      as DecodingError
    { throw wrong(error.sentence) } catch { throw wrong("it cannot be read as JSON") }
    guard document.schema == ActuatorFile.schema else {
      throw wrong("schema: “\(quoted(document.schema))” is unknown: this version reads “\(ActuatorFile.schema)”")
    }
    let model: ActuatorPreset.Model
    switch (document.resonant, document.eccentric) {
    case (let motor?, nil): model = .resonant(ResonantActuator(motor))
    case (nil, let motor?): model = .eccentric(EccentricMotor(motor))
    case (nil, nil), (_?, _?): throw wrong("it needs one motor: either “resonant” or “eccentric”")
    }
    preset = ActuatorPreset(name: document.name, summary: document.summary ?? "", model: model)
    if let given = document.sharpness {
      guard let law = SharpnessMap.Law(rawValue: given.law ?? SharpnessMap.Law.geometric.rawValue) else {
        throw wrong("sharpness.law: “\(quoted(given.law ?? ""))” is neither “geometric” nor “linear”")
      }
      sharpness = SharpnessMap(lowestHertz: given.lowestHertz, highestHertz: given.highestHertz, law: law)
    } else {
      sharpness = nil
    }
    var settings = RenderSettings()
    apply(to: &settings)
    if let problem = settings.problem { throw wrong(problem) }
  }

  package func apply(to settings: inout RenderSettings) {
    settings.actuator = preset
    if let sharpness { settings.sharpness = sharpness }
  }
}

extension ActuatorFile: Encodable {
  package func encode(to encoder: any Encoder) throws { try ActuatorDocument(self).encode(to: encoder) }
}

package struct ActuatorFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package let file: String
  package let problem: String

  package var description: String { "\(file): \(problem)" }
}

extension DecodingError {
  fileprivate var sentence: String {
    func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    switch self {
    case .keyNotFound(let key, let context): return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context):
      return "\(place(context.codingPath)): \(type == Double.self ? "expected a number" : "wrong type of value")"
    case .valueNotFound(_, let context): return "\(place(context.codingPath)) has no value"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "it is not valid JSON" : "\(place(context.codingPath)): it cannot be read"
    @unknown default: return "it cannot be read"
    }
  }
}

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
    var startMilliseconds: Double?
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
      deviceMassGrams: tidy(motor.deviceMass * 1e3),
      startMilliseconds: motor.startSeconds == 0 ? nil : tidy(motor.startSeconds * 1e3))
  }
}

extension EccentricMotor {
  init(_ motor: ActuatorDocument.Eccentric) {
    self.init(
      ratedVolts: motor.ratedVolts, resistance: motor.resistanceOhms, torqueConstant: motor.torqueConstant,
      friction: motor.friction, inertia: motor.inertia, imbalance: motor.imbalance,
      deviceMass: motor.deviceMassGrams * 1e-3, startSeconds: (motor.startMilliseconds ?? 0) * 1e-3)
  }
}

/// Removes rounding errors from unit conversions.
private func tidy(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
