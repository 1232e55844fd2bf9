import FoundationEssentials
import ThrumDevice
import ThrumPattern

/// A motor in a file: JSON of the schema `thrum.actuator/1`, see `Docs/ActuatorFiles.md`.
package struct ActuatorFile: Equatable, Sendable {
  /// The schema that this version reads and writes.
  package static let schema = "thrum.actuator/1"

  /// The motor, with its name and its line for lists.
  package let preset: ActuatorPreset
  /// Where sharpness leads, if not to the default frequencies.
  package let sharpness: SharpnessMap?

  /// A preset as a file, to start one's own with.
  package init(_ preset: ActuatorPreset, sharpness: SharpnessMap? = nil) {
    self.preset = preset
    self.sharpness = sharpness
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: what is in it.
  ///   - name: the file, for messages.
  /// - Throws: ``ActuatorFileError`` when it is not valid JSON, of another schema, incomplete, or describes no motor that can be
  ///   rendered.
  package init(_ bytes: [UInt8], name: String) throws(ActuatorFileError) {
    func wrong(_ problem: String) -> ActuatorFileError { ActuatorFileError(file: name, problem: problem) }
    let document: ActuatorDocument
    do { document = try JSONDecoder().decode(ActuatorDocument.self, from: Data(bytes)) } catch let error
      as DecodingError
    { throw wrong(error.sentence) } catch { throw wrong("it cannot be read as JSON") }
    guard document.schema == ActuatorFile.schema else {
      throw wrong("schema: “\(quoted(document.schema))” is not known here: this version reads “\(ActuatorFile.schema)”")
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

  /// Makes settings render this motor.
  package func apply(to settings: inout RenderSettings) {
    settings.actuator = preset
    if let sharpness { settings.sharpness = sharpness }
  }
}

extension ActuatorFile: Encodable {
  /// Writes what the initializer reads.
  package func encode(to encoder: any Encoder) throws { try ActuatorDocument(self).encode(to: encoder) }
}

/// What is wrong with an actuator's file.
package struct ActuatorFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file.
  package let file: String
  /// Where, and what.
  package let problem: String

  /// One sentence.
  package var description: String { "\(file): \(problem)" }
}

extension DecodingError {
  /// Where a document is wrong, and how.
  fileprivate var sentence: String {
    func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    switch self {
    case .keyNotFound(let key, let context): return "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context):
      return "\(place(context.codingPath)): \(type == Double.self ? "a number" : "another type") is wanted here"
    case .valueNotFound(_, let context): return "\(place(context.codingPath)) has no value"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty ? "it is not valid JSON" : "\(place(context.codingPath)): it cannot be read"
    @unknown default: return "it cannot be read"
    }
  }
}
