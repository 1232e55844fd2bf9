/// Turns the fuzzer's bytes into values. Returns zeros once they run out.
struct Bytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// One of `count` choices.
  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  /// A number of any kind: mostly small, sometimes huge, negative or not finite.
  mutating func number() -> Double {
    switch byte() {
    case 0: .nan
    case 1: .infinity
    case 2: -.infinity
    case 3: 1e300
    case 4: -1
    case 5: .leastNonzeroMagnitude
    case 6: -0.0
    case let small: Double(small - 7) / 64
    }
  }

  mutating func text(_ most: Int) -> String {
    let count = min(Int(byte()), most, rest.count)
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
