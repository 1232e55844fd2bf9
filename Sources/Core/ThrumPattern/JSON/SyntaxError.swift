package struct SyntaxError: Error, Equatable {
  package enum Reason: Equatable {
    case empty
    case endOfText(expected: String)
    case unexpected(String, expected: String)
    case textAfterEnd
    case singleQuote
    case literal(String)
    case notFinite(String)
    case leadingZero
    case numberForm
    case decimalComma(String)
    case numberTooLarge
    case unterminatedString
    case controlCharacter(UInt8)
    case escape
    case loneSurrogate
    case unterminatedComment
    case invalidUTF8
    case invalidUTF16
    case utf32
    case tooManyBytes(limit: Int)
    case tooDeep(limit: Int)
    case tooManyTokens(limit: Int)
  }

  package var reason: Reason
  /// Byte offset at which reading stopped.
  package var offset: Int
}

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
