import FoundationEssentials
import Glibc

/// The argument parser's JSON description of a command.
struct CommandFacts: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool?
  var arguments: [Argument]?
  var subcommands: [CommandFacts]?

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

  struct Name: Decodable {
    var kind: String
    var name: String

    var written: String { (kind == "long" ? "--" : "-") + name }
  }

  static func read() throws -> CommandFacts {
    struct Dump: Decodable { var command: CommandFacts }
    return try JSONDecoder().decode(Dump.self, from: Data(Thrum._dumpHelp().utf8)).command
  }
}
