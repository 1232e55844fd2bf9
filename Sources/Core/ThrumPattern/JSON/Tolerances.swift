/// Deviations from strict JSON that reading accepted: each with its first place and how often.
struct Tolerances: Sendable, Equatable {
  struct Tally: Sendable, Equatable {
    var first = 0
    var count = 0

    mutating func note(_ offset: Int) {
      if count == 0 { first = offset }
      count &+= 1
    }
  }

  var trailingCommas = Tally()
  var comments = Tally()
  var byteOrderMark = false
  /// "little endian" or "big endian" when the text was UTF-16.
  var utf16: String?
}
