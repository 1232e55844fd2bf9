import Foundation
import Testing
import ThrumAnalysis
import ThrumDevice

@Suite struct ActuatorFileTests {
  private func encoded(_ preset: ActuatorPreset) throws -> [UInt8] {
    [UInt8](try JSONEncoder().encode(ActuatorFile(preset)))
  }

  @Test(arguments: ActuatorPreset.all.map(\.name)) func `a preset survives a round trip through its file`(
    _ name: String
  ) throws {
    let preset = try #require(ActuatorPreset.named(name))
    let file = try ActuatorFile(try encoded(preset), name: "x.json")
    #expect(file.preset == preset)
    #expect(try ActuatorFile([UInt8](try JSONEncoder().encode(file)), name: "x.json") == file)
  }

  @Test(arguments: [
    ("", "x.json: it is not valid JSON"), ("[]", "x.json"), ("{}", "x.json: schema is missing"),
    (#"{"schema": "thrum.actuator/2", "name": "a"}"#, "x.json: schema: “thrum.actuator/2” is unknown"),
    (#"{"schema": "thrum.actuator/1", "name": "a"}"#, "x.json: it needs one motor"),
    (#"{"schema": "thrum.actuator/1", "name": "a", "resonant": {"quality": "x"}}"#, "x.json: resonant."),
    (#"{"schema": "thrum.actuator/1", "name": "a", "resonant": {"resonanceHertz": 165}}"#, "x.json: resonant."),
  ])
  func `a faulty actuator file is rejected with an error that names the faulty member`(text: String, message: String) {
    let error = #expect(throws: ActuatorFileError.self) { try ActuatorFile([UInt8](text.utf8), name: "x.json") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test func `implausible motor parameters are rejected`() throws {
    for (old, new) in [
      ("\"quality\":2.5", "\"quality\":-1"), ("\"quality\":2.5", "\"quality\":90"),
      ("\"resonanceHertz\":165", "\"resonanceHertz\":9000"),
    ] {
      let text = String(decoding: try encoded(.phone), as: UTF8.self)
      #expect(text.contains(old))
      let broken = text.replacingOccurrences(of: old, with: new)
      #expect(throws: ActuatorFileError.self) { try ActuatorFile([UInt8](broken.utf8), name: "x.json") }
    }
  }

  @Test(arguments: [
    ("inductanceMicrohenries", 1e-30, "the inductance must be between 0.01 and 100000 µH"),
    ("inductanceMicrohenries", 100, nil), ("inductanceMicrohenries", 0.01, nil),
    ("quality", 1e-30, "the quality must be between"),
    ("movingMassGrams", 1e30, "the moving mass must be between 0.001 and 10000 g"),
    ("forceFactor", 1e-308, "the force factor must be between"),
    ("ratedVoltsRMS", 1e308, "the rated drive must be between"),
    ("resistanceOhms", 1e30, "the resistance must be between"),
    ("deviceMassGrams", 0, "the device's mass must be between"),
  ])
  func `the error for an out-of-range number gives the range`(key: String, value: Double, problem: String?) throws {
    let object = try JSONSerialization.jsonObject(with: Data(try encoded(.phone)))
    var document = try #require(object as? [String: Any])
    var motor = try #require(document["resonant"] as? [String: Any])
    motor[key] = value
    document["resonant"] = motor
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
    guard let problem else {
      _ = try ActuatorFile(bytes, name: "x.json")
      return
    }
    let error = #expect(throws: ActuatorFileError.self) { try ActuatorFile(bytes, name: "x.json") }
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }
}
