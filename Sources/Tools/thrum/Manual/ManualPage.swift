import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumPattern

/// The man(7) page, generated from the commands' help.
struct ManualPage {
  private var lines: [String] = []

  init(_ facts: CommandFacts, version: String) {
    lines.append(".TH THRUM 1 \"2026\" \"thrum \(version)\" \"User Commands\"")
    lines.append(".SH NAME")
    lines.append("thrum \\- " + ManualPage.escaped(ManualPage.lowered(facts.abstract ?? "")))
    let commands = (facts.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    lines.append(".SH SYNOPSIS")
    for command in commands { synopsis(command) }
    lines.removeLast()
    lines.append(".SH DESCRIPTION")
    discuss(facts.discussion)
    lines.append(".SH COMMANDS")
    for command in commands {
      lines.append(".SS " + ManualPage.escaped("thrum " + command.commandName))
      lines.append(ManualPage.escaped(command.abstract ?? ""))
      lines.append(".PP")
      discuss(command.discussion)
      arguments(command)
    }
    lines += [
      ".SH ENVIRONMENT", ".TP", "\\fBTHRUM_DEVICE\\fR",
      "The device to use without \\fB\\-D\\fR: \(DeviceChoice.names).", ".TP",
      "\\fBNO_COLOR\\fR",
      "No colours on a terminal.",
    ]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  private mutating func synopsis(_ command: CommandFacts) {
    var words = ["\\fBthrum \(ManualPage.escaped(command.commandName))\\fR", "[\\fIoptions\\fR]"]
    for option in command.arguments ?? [] where option.kind == "option" && !option.isOptional {
      words.append("\\fB\(ManualPage.escaped(option.names?.first?.written ?? ""))\\fR")
      words.append("\\fI\(ManualPage.escaped(option.valueName ?? ""))\\fR")
    }
    for argument in command.arguments ?? [] where argument.kind == "positional" && argument.shouldDisplay {
      let name = "\\fI\(ManualPage.escaped(argument.valueName ?? ""))\\fR" + (argument.isRepeating ? " ..." : "")
      words.append(argument.isOptional ? "[\(name)]" : name)
    }
    lines.append(words.joined(separator: " "))
    lines.append(".br")
  }

  /// Keeps indented lines verbatim.
  private mutating func discuss(_ text: String?) {
    var isVerbatim = false
    for line in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      let wantsVerbatim = line.hasPrefix("  ")
      if wantsVerbatim != isVerbatim { lines.append(wantsVerbatim ? ".PP\n.nf" : ".fi") }
      isVerbatim = wantsVerbatim
      lines.append(line.isEmpty ? ".PP" : ManualPage.escaped(String(line)))
    }
    if isVerbatim { lines.append(".fi") }
  }

  private mutating func arguments(_ command: CommandFacts) {
    for argument in command.arguments ?? [] where argument.shouldDisplay {
      let value = argument.valueName.map { "\\fI\(ManualPage.escaped($0))\\fR" } ?? ""
      let names = (argument.names ?? []).map { "\\fB\(ManualPage.escaped($0.written))\\fR" }.joined(separator: ", ")
      lines.append(".TP")
      lines.append(names.isEmpty ? value : argument.kind == "flag" ? names : names + " " + value)
      let fallback = argument.defaultValue.map { " (default: \($0))" } ?? ""
      lines.append(ManualPage.escaped((argument.abstract ?? "") + (argument.kind == "flag" ? "" : fallback)))
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }

  private static func lowered(_ text: String) -> String {
    let words = text.hasSuffix(".") ? String(text.dropLast()) : text
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

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

struct Manual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Print the manual page, for man.",
    discussion: """
      Examples:
        thrum manual | man -l -
      """, shouldDisplay: false)

  func run() throws {
    try reporting {
      try Console.out(bytes: Array(ManualPage(CommandFacts.read(), version: ThrumVersion.current).text.utf8))
    }
  }
}
