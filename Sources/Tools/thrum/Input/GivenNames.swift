import CLinux
import ThrumFormats
import ThrumPattern

enum GivenNames {
  /// Throws `Failure` for an argument that is not UTF-8. Swift would replace its invalid bytes.
  static func check() throws {
    for index in 1..<max(1, GivenArguments.count) {
      // Safety: the C runtime owns the argv strings until the process ends, and nothing writes to them.
      guard let argument = thrum_argument(Int32(index)) else { return }
      guard String(validatingCString: argument) == nil else { continue }
      throw notUTF8(rawBytes(argument))
    }
  }

  /// Throws `Failure` for an unknown command, and for a pattern file whose name looks like an option. The parser would
  /// read that name's letters as options: `-h.ahap` would print the help, and succeed.
  static func check(_ arguments: [String]) throws {
    if let first = arguments.first, !first.hasPrefix("-"), first != "help", !commands.contains(first) {
      throw Failure(.usage, "there is no command “\(quoted(first))”. \(remedy(for: first))")
    }
    for argument in arguments.prefix(while: { $0 != "--" }) {
      guard argument.hasPrefix("-"), !argument.hasPrefix("--"), PatternFormat(fileName: argument) != nil else {
        continue
      }
      throw Failure(.usage, "\(argument) looks like an option; if it is a file, write ./\(argument)")
    }
  }

  private static var commands: [String] { Thrum.configuration.subcommands.compactMap { $0.configuration.commandName } }

  private static func remedy(for word: String) -> String {
    if let near = Suggestion.nearest(to: word, in: commands) { return "Did you mean “thrum \(near)”?" }
    if PatternFormat(fileName: word) != nil { return "To play a file, use “thrum play \(quoted(word))”." }
    return "Run “thrum --help” for a list."
  }

  static func notUTF8(_ bytes: some Sequence<UInt8>) -> Failure {
    Failure(.noInput, "\(shown(bytes)): the file name is not UTF-8: rename the file")
  }

  static func item(notUTF8 path: some Sequence<UInt8>) -> Manifest.Item {
    let bytes = Array(path)
    return Manifest.Item(input: shown(bytes), output: nil, problem: notUTF8(bytes))
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

  /// Escapes non-ASCII bytes as `\xE9`.
  static func shown(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
    }.joined()
  }
}
