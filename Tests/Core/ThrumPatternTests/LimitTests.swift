import Testing

@testable import ThrumPattern

@Suite struct `limits` {
  private static let event =
    #"{"Event":{"Time":0,"EventType":"HapticTransient","EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":1}]}}"#
  private static let curve =
    #"{"ParameterCurve":{"Time":0,"ParameterID":"AudioPanControl","ParameterCurveControlPoints":[{"Time":0,"ParameterValue":0},{"Time":1,"ParameterValue":0}]}}"#

  static let cases: [(ReadLimits, String)] = [
    (ReadLimits(bytes: 10), #"{"Pattern":[]}"#),
    (ReadLimits(bytes: -5), "[]"),
    (ReadLimits(depth: 2), #"{"Pattern":[{}]}"#),
    (ReadLimits(depth: Int.min), #"{"Pattern":[]}"#),
    (ReadLimits(tokens: 3), #"{"Pattern":[1]}"#),
    (ReadLimits(entries: 1), #"{"Pattern":[{},{}]}"#),
    (ReadLimits(controlPoints: 3), #"{"Pattern":[\#(curve),\#(curve)]}"#),
    (ReadLimits(eventParameters: 1), #"{"Pattern":[\#(event),\#(event)]}"#),
    (ReadLimits(unknownValues: 3), #"{"Pattern":[],"x":[1,2,3]}"#),
  ]

  // AHAP-13
  @Test(arguments: cases) func `a file that exceeds a limit causes one error and yields no pattern`(
    limits: ReadLimits, text: String
  ) {
    let document = read(text, limits: limits)
    #expect(document.pattern == nil)
    #expect(codes(document.diagnostics) == [.tooLarge])
    #expect(document.diagnostics.allSatisfy { $0.message.contains("more than") })
  }

  @Test func `a file at the limits is read`() {
    let limits = ReadLimits(
      bytes: 1000, depth: 6, tokens: 100, entries: 2, controlPoints: 2, eventParameters: 1)
    #expect(read(#"{"Pattern":[\#(Self.event),\#(Self.curve)]}"#, limits: limits).diagnostics.isEmpty)
  }

  @Test func `the largest limits cause no overflow`() {
    let limits = ReadLimits(
      bytes: .max, depth: .max, tokens: .max, entries: .max, controlPoints: .max, eventParameters: .max,
      unknownValues: .max, findingsPerCode: .max)
    #expect(read(#"{"Pattern":[\#(Self.event)],"x":[[[[]]]]}"#, limits: limits).pattern?.events.count == 1)
  }

  // AHAP-13
  @Test(arguments: ["[", "{\"a\":", "[{\"a\":["]) func `deep nesting causes an error, not a crash`(piece: String) {
    #expect(codes(read(String(repeating: piece, count: 100_000)).diagnostics) == [.tooLarge])
  }

  @Test func `beyond the limit, findings with the same code are counted but not listed`() {
    let entries = Array(repeating: #"{"Event":{}}"#, count: 1000).joined(separator: ",")
    let document = read(#"{"Pattern":[\#(entries)]}"#, limits: ReadLimits(findingsPerCode: 10))
    #expect(document.diagnostics.count == 11)
    #expect(document.diagnostics.last?.code == .moreFindings)
    #expect(document.diagnostics.last?.message.hasPrefix("1990 more") == true)
  }
}
