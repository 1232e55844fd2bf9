extension AHAP {
  /// A file's text as a person edits it, without a byte order mark; `nil` for bytes that are no text.
  package static func text(_ bytes: [UInt8]) -> String? {
    do throws(SyntaxError) {
      let text = try TextEncoding.utf8(of: bytes)
      return String(validating: text.bytes[text.begin...], as: UTF8.self)
    } catch { return nil }
  }
}
