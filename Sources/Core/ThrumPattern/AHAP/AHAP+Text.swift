extension AHAP {
  /// Decodes bytes as text, dropping any byte order mark. Returns `nil` if they are not text.
  package static func text(_ bytes: [UInt8]) -> String? {
    do throws(SyntaxError) {
      let text = try TextEncoding.utf8(of: bytes)
      return String(validating: text.bytes[text.begin...], as: UTF8.self)
    } catch { return nil }
  }
}
