import Foundation
import ThrumDevice

/// A motor in a file: JSON of the schema `thrum.actuator/1`, see `Docs/ActuatorFiles.md`.
///
/// - Thread: any; a value.
public struct ActuatorFile: Codable, Equatable, Sendable {
  /// The schema that this version reads and writes.
  public static let schema = "thrum.actuator/1"

  /// A sprung mass and a coil, in the units that data sheets use.
  public struct Resonant: Codable, Equatable, Sendable {
    /// Resonance, Hz.
    public var resonanceHertz: Double
    /// Moving mass, g.
    public var movingMassGrams: Double
    /// Q with the coil shorted.
    public var quality: Double
    /// Force factor Bl, N/A.
    public var forceFactor: Double
    /// Coil resistance, Ω.
    public var resistanceOhms: Double
    /// Coil inductance, µH.
    public var inductanceMicrohenries: Double
    /// Stroke to each side, mm.
    public var strokeMillimetres: Double
    /// Rated drive, V RMS.
    public var ratedVoltsRMS: Double
    /// Mass of what is shaken, g; left out where the finger touches the moving part.
    public var deviceMassGrams: Double?
  }

  /// A motor with an off-centre weight, in SI units.
  public struct Eccentric: Codable, Equatable, Sendable {
    /// Rated voltage, V.
    public var ratedVolts: Double
    /// Winding resistance, Ω.
    public var resistanceOhms: Double
    /// Torque constant, N·m/A.
    public var torqueConstant: Double
    /// Friction, N·m·s.
    public var friction: Double
    /// Moment of inertia, kg·m².
    public var inertia: Double
    /// Eccentric mass times its radius, kg·m.
    public var imbalance: Double
    /// Mass of what is shaken, g.
    public var deviceMassGrams: Double
  }

  /// How the device turns sharpness into a frequency.
  public struct Sharpness: Codable, Equatable, Sendable {
    /// Frequency at sharpness 0, Hz.
    public var lowestHertz: Double
    /// Frequency at sharpness 1, Hz.
    public var highestHertz: Double
    /// `geometric`, which it is when it is left out, or `linear`.
    public var law: String?
  }

  private var schema: String
  /// What messages and lists call it.
  public var name: String
  /// One line for lists.
  public var summary: String?
  /// The motor, if it is a sprung mass.
  public var resonant: Resonant?
  /// The motor, if it is an eccentric one.
  public var eccentric: Eccentric?
  /// Where sharpness leads, if not from 80 to 230 Hz.
  public var sharpness: Sharpness?

  /// A preset as a file, to begin one's own with.
  public init(_ preset: ActuatorPreset) {
    schema = ActuatorFile.schema
    name = preset.name
    summary = preset.summary
    switch preset.model {
    case .resonant(let motor):
      resonant = Resonant(
        resonanceHertz: motor.resonanceHertz, movingMassGrams: tidy(motor.movingMass * 1e3), quality: motor.quality,
        forceFactor: motor.forceFactor, resistanceOhms: motor.resistance,
        inductanceMicrohenries: tidy(motor.inductance * 1e6), strokeMillimetres: tidy(motor.stroke * 1e3),
        ratedVoltsRMS: motor.ratedVolts, deviceMassGrams: motor.deviceMass.map { tidy($0 * 1e3) })
    case .eccentric(let motor):
      eccentric = Eccentric(
        ratedVolts: motor.ratedVolts, resistanceOhms: motor.resistance, torqueConstant: motor.torqueConstant,
        friction: motor.friction, inertia: motor.inertia, imbalance: motor.imbalance,
        deviceMassGrams: tidy(motor.deviceMass * 1e3))
    }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: what is in it.
  ///   - name: the file, for messages.
  /// - Throws: ``ActuatorFileError`` when it is not valid JSON, of another schema, incomplete, or describes no motor that can be rendered.
  public init(_ bytes: [UInt8], name: String) throws(ActuatorFileError) {
    func wrong(_ problem: String) -> ActuatorFileError { ActuatorFileError(file: name, problem: problem) }
    let file: ActuatorFile
    do { file = try JSONDecoder().decode(ActuatorFile.self, from: Data(bytes)) } catch let error as DecodingError {
      throw wrong(ActuatorFile.sentence(error))
    } catch { throw wrong("it cannot be read as JSON") }
    guard file.schema == ActuatorFile.schema else {
      throw wrong("schema: “\(file.schema)” is not known here: this version reads “\(ActuatorFile.schema)”")
    }
    guard (file.resonant == nil) != (file.eccentric == nil) else {
      throw wrong("it needs one motor: either “resonant” or “eccentric”")
    }
    self = file
    var settings = RenderSettings()
    apply(to: &settings)
    if let law = sharpness?.law, SharpnessMap.Law(rawValue: law) == nil {
      throw wrong("sharpness.law: “\(law)” is neither “geometric” nor “linear”")
    }
    if let problem = settings.problem { throw wrong("\(resonant == nil ? "eccentric" : "resonant"): \(problem)") }
  }

  /// The motor as a preset.
  public var preset: ActuatorPreset {
    let model: ActuatorPreset.Model
    if let eccentric {
      model = .eccentric(
        EccentricMotor(
          ratedVolts: eccentric.ratedVolts, resistance: eccentric.resistanceOhms,
          torqueConstant: eccentric.torqueConstant, friction: eccentric.friction, inertia: eccentric.inertia,
          imbalance: eccentric.imbalance, deviceMass: eccentric.deviceMassGrams * 1e-3))
    } else if let resonant {
      model = .resonant(
        ResonantActuator(
          hertz: resonant.resonanceHertz, grams: resonant.movingMassGrams, quality: resonant.quality,
          forceFactor: resonant.forceFactor, ohms: resonant.resistanceOhms,
          microhenries: resonant.inductanceMicrohenries, strokeMillimetres: resonant.strokeMillimetres,
          ratedVolts: resonant.ratedVoltsRMS, deviceGrams: resonant.deviceMassGrams))
    } else {
      model = ActuatorPreset.phone.model
    }
    return ActuatorPreset(name: name, summary: summary ?? "", model: model)
  }

  /// Makes settings render this motor.
  public func apply(to settings: inout RenderSettings) {
    settings.actuator = preset
    guard let sharpness else { return }
    settings.sharpness = SharpnessMap(
      lowestHertz: sharpness.lowestHertz, highestHertz: sharpness.highestHertz,
      law: sharpness.law.flatMap(SharpnessMap.Law.init(rawValue:)) ?? .geometric)
  }

  private static func sentence(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    switch error {
    case .keyNotFound(let key, let context): return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context):
      return "\(place(context.codingPath)): \(type == Double.self ? "a number" : "a text") is wanted here"
    case .valueNotFound(_, let context): return "\(place(context.codingPath)) has no value"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "it is not valid JSON" : "\(place(context.codingPath)): it cannot be read"
    @unknown default: return "it cannot be read"
    }
  }
}

/// A product of units without the last place's noise.
private func tidy(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }

/// What is wrong with an actuator's file.
///
/// - Thread: any; a value.
public struct ActuatorFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// Where, and what.
  public let problem: String

  /// One sentence.
  public var description: String { "\(file): \(problem)" }
}
