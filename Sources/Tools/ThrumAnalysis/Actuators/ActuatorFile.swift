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
