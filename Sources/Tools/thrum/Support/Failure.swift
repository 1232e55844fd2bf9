import ArgumentParser
import Dispatch
import Synchronization
import ThrumPattern

/// Ends the command with a sentence on standard error and an exit code of `sysexits.h`.
struct Failure: Error, CustomStringConvertible {
  /// The documented exit codes.
  enum Code: Int32 {
    case findings = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case noDevice = 69
    case system = 71
    case inputOutput = 74
  }

  /// Scalars of a sentence: it may name some files with their whole paths.
  static let longest = 20_000

  let exitCode: Int32
  let description: String

  init(_ code: Code, _ description: String) {
    exitCode = code.rawValue
    self.description = UserText.printable(UserText.bounded(description, to: Failure.longest))
  }

  private init(exitCode: Int32) {
    self.exitCode = exitCode
    description = ""
  }

  /// The same end, its sentence already told.
  var told: Failure { Failure(exitCode: exitCode) }

  /// The silent end by a signal: 128 and its number.
  init(signal: Int32) {
    self.init(exitCode: 128 + signal)
  }
}

/// Runs a command's body: a ``Failure`` becomes its sentence and its exit code.
func reporting(_ body: () throws -> Void) throws {
  do { try body() } catch let failure as Failure {
    if !failure.description.isEmpty { Console.message("thrum: \(failure.description)") }
    throw ExitCode(failure.exitCode)
  }
}

/// The same for a body that awaits an engine: the calling thread waits for its end. The commands start on the main
/// thread and stay there, since a main function that is asynchronous itself needs a second thread before it can say
/// anything.
func reporting(waitingFor body: @escaping @Sendable () async throws -> Void) throws {
  try reporting {
    try EndingSignals.receive()
    try ThreadLimit.check(ThreadLimit.engine)
  }
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Void, any Error>>(.success(()))
  Task.detached {
    do { try await body() } catch { result.withLock { $0 = .failure(error) } }
    done.signal()
  }
  done.wait()
  try reporting { try result.withLock { $0 }.get() }
}
