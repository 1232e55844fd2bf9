import Testing

@testable import ThrumPattern

@Suite struct `tolerance` {
  private static let text = #"{"Version":1,"Metadata":{"é🎵":"ü"},"Pattern":[]}"#

  private func utf16(_ text: String, bigEndian: Bool, mark: Bool) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  // AHAP-5
  @Test func `trailing commas cause one warning, at the first comma`() {
    let document = read(
      "{\n\"Version\": 1,\n\"Pattern\": [ { \"Event\": {\"Time\":0,\"EventType\":\"HapticTransient\",}, }, ],\n}"
    )
    #expect(document.pattern?.events.count == 1)
    #expect(document.diagnostics.map(\.code) == [.trailingComma])
    #expect(document.diagnostics.first?.place == Place(line: 3, column: 64, offset: 79))
    #expect(document.diagnostics.first?.message.contains("first of 4") == true)
    #expect(!document.hasErrors)
  }

  // AHAP-6
  @Test func `comments cause one warning, at the first comment`() {
    let document = read("// é\n{\"Version\":1, /* * / */ \"Pattern\":[/**/]// end\r}//")
    #expect(codes(document.diagnostics) == [.comment])
    #expect(document.diagnostics.first?.place == Place(line: 1, column: 1, offset: 0))
    #expect(document.pattern == Pattern())
  }

  // AHAP-7
  @Test func `a byte order mark causes a warning and does not count as a column`() {
    let document = read("\u{FEFF}" + #"{"Version":1,"Version":1,"Pattern":[]}"#)
    #expect(codes(document.diagnostics) == [.byteOrderMark, .duplicateKey])
    #expect(document.diagnostics.last?.place == Place(line: 1, column: 14, offset: 16))
  }

  // AHAP-8
  @Test(arguments: [true, false], [true, false])
  func `UTF-16 causes a warning, with or without a byte order mark`(bigEndian: Bool, mark: Bool) {
    let document = AHAP.read(utf16(Self.text, bigEndian: bigEndian, mark: mark), name: "")
    #expect(document.pattern == read(Self.text).pattern)
    #expect(codes(document.diagnostics) == (mark ? [.byteOrderMark, .utf16] : [.utf16]))
  }

  @Test func `malformed UTF-16 causes an error at its position`() {
    var bytes = utf16("{\n\"a\":\"", bigEndian: false, mark: false)
    bytes += [0x00, 0xD8, 0x41, 0x00]
    let document = AHAP.read(bytes, name: "")
    #expect(codes(document.diagnostics) == [.badEncoding])
    #expect(document.diagnostics.first?.place?.line == 2)
    #expect(document.diagnostics.first?.place?.column == 6)
  }

  // AHAP-8
  @Test(
    arguments: [
      [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x7B, 0, 0, 0], [0, 0, 0, 0x7B],
    ] as [[UInt8]])
  func `UTF-32 is rejected`(bytes: [UInt8]) {
    #expect(codes(AHAP.read(bytes, name: "").diagnostics) == [.badEncoding])
  }

  // AHAP-8
  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xFF],
    ] as [[UInt8]])
  func `malformed UTF-8 causes an error in strings, in comments and between values`(bytes: [UInt8]) {
    for (before, after) in [("[\"ab", "\"]"), ("/*", "*/[]"), ("//", "\n[]"), ("[", "]")] {
      let document = AHAP.read(Array(before.utf8) + bytes + Array(after.utf8), name: "")
      #expect(codes(document.diagnostics) == [.badEncoding])
      #expect(document.diagnostics.first?.place?.offset == before.utf8.count)
    }
  }

  @Test func `a line may end with LF, CR or both, and columns are counted in characters`() {
    let document = read("{\r\n\"é🎵\": 1,\r\"Pattern\": [],\n\n \"é\": tru }")
    #expect(document.diagnostics.first?.place == Place(line: 5, column: 7, offset: 39))
  }

  @Test func `a null waveform path counts as absent`() {
    let document = readEntry(#"{"Event":{"Time":0,"EventType":"HapticTransient","EventWaveformPath":null}}"#)
    #expect(document.diagnostics.isEmpty)
    #expect(document.pattern?.events.first?.waveformPath == nil)
  }

  @Test func `escaped names and identifiers are recognised`() {
    let document = readEntry(
      #"{"\u0045vent":{"Tim\u0065":0.5,"EventType":"Haptic\u0054ransient","EventParameters":[{"ParameterID":"HapticIntensit\u0079","ParameterValue":1}]}}"#
    )
    #expect(document.diagnostics.isEmpty)
    #expect(
      document.pattern?.events == [
        Event(type: .hapticTransient, time: 0.5, parameters: [EventParameter(.hapticIntensity, 1)])
      ])
  }
}
