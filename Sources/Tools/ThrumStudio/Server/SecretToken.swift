/// 128 random bits in hexadecimal.
struct SecretToken: Sendable, CustomStringConvertible {
  let description: String

  init() {
    var random = SystemRandomNumberGenerator()
    description = (0..<2).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// For tests.
  init(known: String) { description = known }

  /// Compares in constant time.
  func isEqual(to guess: String) -> Bool {
    let (a, b) = (Array(guess.utf8), Array(description.utf8))
    var difference = a.count ^ b.count
    for index in b.indices { difference |= Int(index < a.count ? a[index] : 0) ^ Int(b[index]) }
    return difference == 0
  }
}
