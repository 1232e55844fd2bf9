import TestSupport

@testable import ThrumPattern

/// Makes patterns and JSON values of all shapes from a seed.
struct Generator {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// Whole, short, long, tiny and huge times, none negative.
  mutating func time() -> Double {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return 0
    case 1: return Double(Int.random(in: 0..<100, using: &random))
    case 2: return Double(Int.random(in: 0..<100_000, using: &random)) / 1000
    case 3: return Double.random(in: 0..<60, using: &random)
    case 4: return Double.random(in: 0..<1, using: &random) * 1e-9
    default: return Double(bitPattern: random.next() & 0x7FEF_FFFF_FFFF_FFFF)
    }
  }

  mutating func number() -> Double { chance(30) ? -time() : time() }

  mutating func text() -> String {
    let pieces = [
      "", "a", "Zeit", "\"", "\\", "\n", "\t", "\u{1}", "/", "é", "漢字", "🎵", "\u{7F}", "\u{2028}", " ",
    ]
    return (0..<Int.random(in: 0..<5, using: &random)).map { _ in pick(pieces) }.joined()
  }

  mutating func value(depth: Int = 3) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .number(pick(["0", "-0", "1.50", "1e3", "123456789012345678901234567890", "-2.5E-7"]))
    case 3: return .number(number().description)
    case 4: return .string(text())
    case 5: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth - 1) })
    default: return .object(object(depth: depth - 1))
    }
  }

  mutating func object(depth: Int = 2) -> JSONObject {
    JSONObject(
      (0..<Int.random(in: 0..<4, using: &random)).map { number in
        JSONObject.Member(name: "\(text())#\(number)", value: value(depth: depth))
      })
  }

  mutating func unknown() -> JSONObject { chance(15) ? object() : JSONObject() }

  mutating func pattern() -> Pattern {
    Pattern(
      version: chance(80) ? 1 : nil, metadata: chance(50) ? object() : nil,
      entries: (0..<Int.random(in: 0..<12, using: &random)).map { _ in entry() }, unknown: unknown())
  }

  mutating func entry() -> PatternEntry {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      return .parameter(
        DynamicParameter(pick(DynamicParameterID.allCases), value: number(), time: time(), unknown: unknown())
      )
    case 1:
      return .curve(
        ParameterCurve(
          pick(DynamicParameterID.allCases), time: time(),
          points: (0..<Int.random(in: 0..<6, using: &random)).map { _ in
            ControlPoint(time: number(), value: number(), unknown: unknown())
          }, unknown: unknown()))
    case 2: return .unknown(object())
    default: return .event(event())
    }
  }

  mutating func event() -> Event {
    let type = pick(EventType.allCases)
    return Event(
      type: type, time: time(), duration: type.requiresDuration || chance(20) ? time() : nil,
      waveformPath: chance(20) ? text() : nil, waveformLoopEnabled: chance(20) ? chance(50) : nil,
      waveformUseVolumeEnvelope: chance(20) ? chance(50) : nil,
      parameters: (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        EventParameter(pick(EventParameterID.allCases), number(), unknown: unknown())
      }, unknown: unknown())
  }
}
