import ArgumentParser

/// A run of arguments as one, for the parser, whose time grows with the square of their number.
enum FileBundle {
  /// Length from which a run is bundled.
  private static let least = 64
  /// No argument of a process can contain it.
  private static let separator = "\0"

  /// Joins each long run of arguments that are no options. The first after an option may be its value, so it stays.
  static func bundled(_ arguments: [String], for commands: [any ParsableCommand.Type]) -> [String] {
    let names = commands.filter { $0 is any TakesManyFiles.Type }.compactMap { $0.configuration.commandName }
    guard arguments.count > least, let command = arguments.first, names.contains(command) else { return arguments }
    var result = [command]
    var run: [String] = []
    func close() {
      guard run.count > least else {
        result += run
        run = []
        return
      }
      result += [run[0], run.dropFirst().joined(separator: separator)]
      run = []
    }
    for argument in arguments.dropFirst() {
      if argument.utf8.first == UInt8(ascii: "-") {
        close()
        result.append(argument)
      } else {
        run.append(argument)
      }
    }
    close()
    return result
  }

  static func unbundled(_ command: any ParsableCommand) -> any ParsableCommand {
    guard var command = command as? any TakesManyFiles else { return command }
    command.givenFiles = command.givenFiles.flatMap { $0.components(separatedBy: separator) }
    return command
  }
}

extension String {
  /// By bytes, as a shell sees arguments.
  fileprivate func components(separatedBy separator: String) -> [String] {
    let byte = separator.utf8.first ?? 0
    guard utf8.contains(byte) else { return [self] }
    return utf8.split(separator: byte, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
