import Foundation
import Testing

@testable import ThrumPattern

/// The JSON Schema for AHAP. `make schema` holds it against the linter with validators.
@Suite struct SchemaTests {
  private func schema(_ isStrict: Bool) throws -> [String: Any] {
    let text = AHAPSchema(isStrict: isStrict).text
    return try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
  }

  private func definition(_ name: String, _ isStrict: Bool = false) throws -> [String: Any] {
    let definitions = try #require(try schema(isStrict)["$defs"] as? [String: Any])
    return try #require(definitions[name] as? [String: Any])
  }

  private func names(_ definition: [String: Any], _ property: String) throws -> [String] {
    let properties = try #require(definition["properties"] as? [String: Any])
    return try #require((properties[property] as? [String: Any])?["enum"] as? [String])
  }

  @Test func `the schema lists every name that the reader recognises`() throws {
    #expect(try names(definition("event"), "EventType") == EventType.allCases.map(\.rawValue))
    #expect(try names(definition("eventParameter"), "ParameterID") == EventParameterID.allCases.map(\.rawValue))
    for name in ["parameter", "curve"] {
      #expect(try names(definition(name), "ParameterID") == DynamicParameterID.allCases.map(\.rawValue))
    }
    let members = try (definition("event")["properties"] as? [String: Any])?.keys.sorted()
    #expect(members == AHAPKey.eventMembers.map { "\($0.name)" }.sorted())
  }

  @Test func `every parameter's range and default are described`() throws {
    for (name, ids) in [
      ("eventParameter", EventParameterID.allCases.map(\.rawValue)),
      ("curve", DynamicParameterID.allCases.map(\.rawValue)),
    ] {
      let properties = try definition(name)["properties"] as? [String: [String: Any]]
      let text = try #require(properties?["ParameterID"]?["description"] as? String)
      let lines = text.split(separator: "\n")
      #expect(lines.count == ids.count)
      for (line, id) in zip(lines, ids) {
        #expect(line.hasPrefix("\(id): ") && line.contains(" to 1, ") && line.contains("default "), "\(line)")
      }
    }
    let meaning = try definition("eventParameter")["properties"] as? [String: [String: Any]]
    let intensity = (meaning?["ParameterID"]?["description"] as? String)?.split(separator: "\n").first
    #expect(
      intensity
        == "HapticIntensity: strength of the vibration, 0 to 1, default 0.75 for HapticTransient, default 0.6 for HapticContinuous."
    )
  }

  @Test func `only the strict schema limits values`() throws {
    let plain = String(decoding: AHAPSchema(isStrict: false).text, as: UTF8.self)
    let strict = String(decoding: AHAPSchema(isStrict: true).text, as: UTF8.self)
    #expect(!plain.contains("\"maximum\"") && !plain.contains("maxProperties"))
    #expect(strict.contains("\"maximum\": 30") && strict.contains("\"minimum\": -1"))
    // Both have a draft that editors know, and no keyword that has another meaning in draft 7.
    for text in [plain, strict] {
      #expect(text.contains("https://json-schema.org/draft/2020-12/schema"))
      for word in ["prefixItems", "unevaluated", "dependent", "$anchor", "$dynamic"] { #expect(!text.contains(word)) }
    }
  }
}
