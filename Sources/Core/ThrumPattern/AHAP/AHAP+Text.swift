extension AHAP {
  /// Text as in an editor, without a byte order mark; `nil` if the bytes are not text.
  package static func text(_ bytes: [UInt8]) -> String? {
    do throws(SyntaxError) {
      let text = try TextEncoding.utf8(of: bytes)
      return String(validating: text.bytes[text.begin...], as: UTF8.self)
    } catch { return nil }
  }
}
