import ThrumPattern
import ThrumFormats

/// Catches mistyped command names and file names that look like options before the parser does.
enum GivenWords {
  static func check(_ arguments: [String]) throws {
    if let first = arguments.first, !first.hasPrefix("-"), first != "help", !names.contains(first) {
      throw Failure(.usage, "there is no command “\(quoted(first))”. \(remedy(for: first))")
    }
    for argument in arguments.prefix(while: { $0 != "--" }) {
      // The parser would read the name's letters, such as h, as options.
      guard argument.hasPrefix("-"), !argument.hasPrefix("--"), PatternFormat(fileName: argument) != nil else {
        continue
      }
      throw Failure(.usage, "\(argument) looks like an option; for a file, write ./\(argument)")
    }
  }

  private static var names: [String] { Thrum.configuration.subcommands.compactMap { $0.configuration.commandName } }

  private static func remedy(for word: String) -> String {
    if let near = Suggestion.nearest(to: word, in: names) { return "Did you mean “thrum \(near)”?" }
    if PatternFormat(fileName: word) != nil { return "To play a file, use “thrum play \(word)”." }
    return "Run “thrum --help” for a list."
  }
}
