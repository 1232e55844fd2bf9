import ThrumFormats
import ThrumPattern

/// Catches mistyped command names, and file names that look like options, before the parser does.
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
      throw Failure(.usage, "\(argument) looks like an option; if it is a file, write ./\(argument)")
    }
  }

  static func inOurWords(_ message: String) -> String {
    let prefix = "Error: "
    return withoutFarFetched(message.hasPrefix(prefix) ? "error: " + message.dropFirst(prefix.count) : message)
  }

  /// Removes an unlikely suggestion. The parser suggests any option within three edits, such as `--raw` for `--zzz`.
  private static func withoutFarFetched(_ message: String) -> String {
    // “Unknown option '--zzz'. Did you mean '--raw'?” and further lines.
    let parts = message.split(separator: "'", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].hasSuffix("Unknown option "), parts[2] == ". Did you mean ",
      parts[4].hasPrefix("?")
    else { return message }
    func name(_ option: Substring) -> String { String(option.drop { $0 == "-" }) }
    guard Suggestion.misspelt(name(parts[1]), in: [name(parts[3])]) == nil else { return message }
    return "\(parts[0])'\(parts[1])'\(parts[4].dropFirst())"
  }

  private static var names: [String] { Thrum.configuration.subcommands.compactMap { $0.configuration.commandName } }

  private static func remedy(for word: String) -> String {
    if let near = Suggestion.nearest(to: word, in: names) { return "Did you mean “thrum \(near)”?" }
    if PatternFormat(fileName: word) != nil { return "To play a file, use “thrum play \(word)”." }
    return "Run “thrum --help” for a list."
  }
}
