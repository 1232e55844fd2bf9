package struct SyntaxError: Error, Equatable {
  package enum Reason: Equatable {
    case empty
    case endOfText(expected: String)
    case unexpected(String, expected: String)
    case textAfterEnd
    case singleQuote
    /// A quote that editors set for a straight one.
    case typographicQuote(String)
    /// A space that is none in JSON, with its name.
    case oddSpace(String)
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
