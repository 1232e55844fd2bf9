/// Accepted deviations from strict JSON: the first one's offset and the number of each kind.
package struct Tolerances: Sendable, Equatable {
  package struct Tally: Sendable, Equatable {
    var first = 0
    var count = 0

    mutating func note(_ offset: Int) {
      if count == 0 { first = offset }
      count &+= 1
    }
  }

  package var trailingCommas = Tally()
  package var comments = Tally()
  package var byteOrderMark = false
  /// "little endian" or "big endian" if the text was UTF-16.
  package var utf16: String?
}
