import ArgumentParser

/// A command that thousands of files can be given to, as by a shell's `*.ahap`.
protocol TakesManyFiles: ParsableCommand {
  /// The files as the parser gave them.
  var givenFiles: [String] { get set }
}
