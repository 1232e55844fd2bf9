import Testing

@testable import ThrumPattern

@Suite struct `mutated documents` {
  private static let pieces: [[UInt8]] =
    [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "/", "*", "-", "1e999", "null", "true", "NaN", "\\ud800",
      "\u{FEFF}", "é",
      "Event", "Time", "\"Time\":", "\"EventDuration\":-1", "99999999999999999999", "//", "/*", "0", "\n",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0x80]]

  private func mutate(_ bytes: [UInt8], _ generator: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator.random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator.random)
      let end = min(bytes.count, place + Int.random(in: 0...20, using: &generator.random))
      switch Int.random(in: 0..<5, using: &generator.random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator.random)
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: Self.pieces.randomElement(using: &generator.random) ?? [], at: place)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: bytes.count / 2)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  @Test func `no mutated document causes a trap, and a pattern read from one survives a round trip`() {
    var generator = Generator(seed: 6)
    for round in 0..<8000 {
      if round % 1000 == 0 { generator = Generator(seed: UInt64(round + 7)) }
      let bytes = mutate(AHAP.write(generator.smallPattern(), style: .compact), &generator)
      let document = AHAP.read(bytes, name: "f")
      let all = Linter().lint(document, sound: { _ in .missing(hint: nil) })
      #expect(all == all.sorted())
      #expect(all.allSatisfy { ($0.place?.offset ?? 0) <= bytes.count * 2 })
      guard let pattern = document.pattern else {
        #expect(document.hasErrors)
        continue
      }
      #expect(AHAP.read(AHAP.write(pattern, style: .pretty), name: "").pattern == pattern)
      for index in pattern.entries.indices { #expect(document.span(ofEntry: index) != nil) }
    }
  }
}

extension Generator {
  fileprivate mutating func smallPattern() -> Pattern {
    Pattern(metadata: chance(20) ? object() : nil, entries: [entry(), entry()])
  }
}
