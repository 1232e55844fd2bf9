import ArgumentParser
import Dispatch
import Synchronization
import ThrumPattern

/// An error message and an exit code from `sysexits.h`.
struct Failure: Error, CustomStringConvertible, Equatable {
  enum Code: Int32 {
    case findings = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case noDevice = 69
    case system = 71
    case inputOutput = 74
  }

  /// Maximum length in Unicode scalars.
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

  /// A copy without the message, which has been printed.
  var told: Failure { Failure(exitCode: exitCode) }

  /// Exits silently with code 128 + signal.
  init(signal: Int32) {
    self.init(exitCode: 128 + signal)
  }
}

/// Prints a thrown ``Failure`` and converts it to an exit code.
func reporting(_ body: () throws -> Void) throws {
  do { try body() } catch let failure as Failure {
    if !failure.description.isEmpty { Console.error(failure.description) }
    throw ExitCode(failure.exitCode)
  }
}

/// Blocks the calling thread until `body` ends. An asynchronous `main` would need another thread to report a lack of
/// threads.
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
