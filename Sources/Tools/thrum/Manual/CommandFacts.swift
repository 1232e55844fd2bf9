import FoundationEssentials
import Glibc

/// What the argument parser knows of a command: names, texts, arguments. Read from its own dump, whose keys these are.
struct CommandFacts: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool?
  var arguments: [Argument]?
  var subcommands: [CommandFacts]?

  /// An argument, option or flag.
  struct Argument: Decodable {
    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var discussion: String?
    var defaultValue: String?
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool
  }

  /// A name of an option, without its dashes.
  struct Name: Decodable {
    var kind: String
    var name: String

    /// With its dashes.
    var written: String { (kind == "long" ? "--" : "-") + name }
  }

  /// The whole command line's facts.
  static func read() throws -> CommandFacts {
    struct Dump: Decodable { var command: CommandFacts }
    return try JSONDecoder().decode(Dump.self, from: Data(Thrum._dumpHelp().utf8)).command
  }
}
