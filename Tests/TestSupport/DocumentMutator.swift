import Foundation

/// Creates nearly valid pattern files from a seed: documents of a library, or generated ones, with some JSON values or
/// bytes changed.
public struct DocumentMutator {
  private var random: SplitMix64

  /// Creates a mutator. Equal seeds produce equal documents.
  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// A document based on one of the library, or on a generated one.
  public mutating func document(_ library: [[UInt8]]) -> [UInt8] {
    var bytes = chance(50) ? pick(library) ?? generated() : generated()
    if chance(75) { bytes = withOtherValues(bytes) }
    if chance(20) { bytes = withOtherBytes(bytes) }
    return bytes
  }

  // MARK: Generated

  private mutating func generated() -> [UInt8] {
    let entries = (0..<Int.random(in: 1...4, using: &random)).map { _ in entry() }
    return text(["Version": 1, "Pattern": entries])
  }

  private mutating func entry() -> [String: Any] {
    let controls = [
      "HapticIntensity", "HapticSharpness", "HapticReleaseTime", "AudioVolume", "AudioPitch", "AudioAttackTime",
    ]
    let control = (pick(controls) ?? "") + "Control"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return ["Parameter": ["Time": time(), "ParameterID": control, "ParameterValue": value()]]
    case 1:
      let points = (0..<3).map { ["Time": 0.1 * Double($0), "ParameterValue": value()] }
      return [
        "ParameterCurve": ["Time": time(), "ParameterID": control, "ParameterCurveControlPoints": points]
      ]
    default: return ["Event": event()]
    }
  }

  private mutating func event() -> [String: Any] {
    let type = pick(["HapticTransient", "HapticContinuous", "AudioContinuous", "AudioCustom"]) ?? ""
    let names = [
      "HapticIntensity", "HapticSharpness", "AttackTime", "DecayTime", "ReleaseTime", "Sustained", "AudioVolume",
      "AudioPitch",
    ]
    let parameters = (0..<Int.random(in: 0...3, using: &random)).map { _ -> [String: Any] in
      ["ParameterID": pick(names) ?? "", "ParameterValue": value()]
    }
    var event: [String: Any] = ["Time": time(), "EventType": type, "EventParameters": parameters]
    if type.hasSuffix("Continuous") || chance(20) { event["EventDuration"] = chance(10) ? 0 : time() }
    if type == "AudioCustom" {
      event["EventWaveformPath"] = pick(DocumentMutator.paths)
      if chance(30) { event["EventWaveformLoopEnabled"] = chance(50) }
      if chance(30) { event["EventWaveformUseVolumeEnvelope"] = chance(50) }
    }
    return event
  }

  private static let paths = ["Sounds/bell.wav", "gone.wav", "", "Sounds"]

  private mutating func time() -> Double { (random.number(0...1.5) * 1000).rounded() / 1000 }
  private mutating func value() -> Double { chance(25) ? 0 : (random.number(-0.3...1.2) * 100).rounded() / 100 }

  // MARK: Values

  private mutating func withOtherValues(_ bytes: [UInt8]) -> [UInt8] {
    guard var document = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return bytes }
    for _ in 0..<Int.random(in: 1...2, using: &random) { document = changed(document) }
    return JSONSerialization.isValidJSONObject(document) ? text(document) : bytes
  }

  /// The value with something inside it changed.
  private mutating func changed(_ value: Any) -> Any {
    if var list = value as? [Any], !list.isEmpty, chance(95) {
      let index = Int.random(in: 0..<list.count, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: list.remove(at: index)
      case 1: list.append(list[index])
      default: list[index] = changed(list[index])
      }
      return list
    }
    if var members = value as? [String: Any], let name = pick(members.keys.sorted()), chance(95) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: members[name] = nil
      case 1: members[pick(DocumentMutator.names) ?? ""] = other()
      default: members[name] = changed(members[name] ?? 0)
      }
      return members
    }
    return other()
  }

  private static let names = [
    "EventWaveformPath", "EventDuration", "EventType", "Time", "EventWaveformLoopEnabled", "EventParameters",
    "ParameterValue",
  ]

  private mutating func other() -> Any {
    let numbers: [Double] = [0, -1, 1e-9, 0.0005, 0.003, 0.5, 1, 1.4999, 2.3, 31, 1e5, 999_999, 1e6, 3.5e38, 1e300]
    let words = [
      "", "gone.wav", "Sounds/bell.wav", "AudioCustom", "AudioContinuous", "HapticTransient", "ReleaseTime", "\u{0}",
    ]
    switch Int.random(in: 0..<8, using: &random) {
    case 0...3: return pick(numbers) ?? 0
    case 4, 5: return pick(words) ?? ""
    case 6: return chance(50)
    default: return chance(50) ? [Any]() : NSNull()
    }
  }

  // MARK: Bytes

  private mutating func withOtherBytes(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<end)
      case 2:
        bytes.insert(
          contentsOf: Array((pick(["-", "0", "e", "\"", ",", "}", "]", "null", "1e9"]) ?? "").utf8), at: place)
      default: bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }

  // MARK: Choices

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  private func text(_ document: Any) -> [UInt8] {
    [UInt8]((try? JSONSerialization.data(withJSONObject: document, options: .sortedKeys)) ?? Data())
  }
}
