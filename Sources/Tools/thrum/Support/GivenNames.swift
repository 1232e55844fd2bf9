/// Names that the command line or a list gives.
enum GivenNames {
  /// Fails for an argument that is not UTF-8: no file could be found by what Swift makes of it.
  static func check() throws {
    for index in 1..<max(1, Int(CommandLine.argc)) {
      // Safety: the C runtime keeps argc strings for as long as the process lives; nobody writes to them.
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      guard String(validatingCString: argument) == nil else { continue }
      throw notUTF8(rawBytes(argument))
    }
  }

  /// What is said of a name that is not UTF-8.
  static func notUTF8(_ bytes: some Sequence<UInt8>) -> Failure {
    Failure(.noInput, "\(shown(bytes)): the name is not UTF-8: rename the file")
  }

  /// A file of such a name, which cannot be read.
  static func item(notUTF8 path: some Sequence<UInt8>) -> Manifest.Item {
    let bytes = Array(path)
    return Manifest.Item(input: shown(bytes), output: nil, problem: notUTF8(bytes).description)
  }

  private static func rawBytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while text[index] != 0 {
      bytes.append(UInt8(bitPattern: text[index]))
      index += 1
    }
    return bytes
  }

  /// The bytes as text; those beyond ASCII as `\xE9`.
  static func shown(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
    }.joined()
  }
}
