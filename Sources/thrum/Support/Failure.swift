import ArgumentParser

/// Ends the command with a sentence on standard error and an exit code of `sysexits.h`.
struct Failure: Error, CustomStringConvertible {
  /// The documented exit codes.
  enum Code: Int32 {
    case findings = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case noDevice = 69
    case inputOutput = 74
    case interrupted = 130
    case terminated = 143
  }

  let code: Code
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

/// Runs a command's body: a ``Failure`` becomes its sentence and its exit code.
func reportingAsync(_ body: () async throws -> Void) async throws {
  do { try await body() } catch let failure as Failure {
    if !failure.description.isEmpty { Console.message("thrum: \(failure.description)") }
    throw ExitCode(failure.code.rawValue)
  }
}

/// The same for commands that wait for nothing.
func reporting(_ body: () throws -> Void) throws {
  do { try body() } catch let failure as Failure {
    if !failure.description.isEmpty { Console.message("thrum: \(failure.description)") }
    throw ExitCode(failure.code.rawValue)
  }
}
