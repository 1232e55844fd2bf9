import ArgumentParser
import Dispatch
import Glibc
import Synchronization
import ThrumDevice
import ThrumFormats
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
  /// Lines that say why, such as findings.
  let causes: [String]

  init(_ code: Code, _ description: String) {
    exitCode = code.rawValue
    causes = []
    self.description = UserText.printable(UserText.bounded(description, to: Failure.longest))
  }

  private init(exitCode: Int32, _ description: String = "", causes: [String] = []) {
    self.exitCode = exitCode
    self.description = description
    self.causes = causes
  }

  /// A copy with causes, which are printed before it.
  func because(_ causes: [String]) -> Failure { Failure(exitCode: exitCode, description, causes: causes) }

  /// A copy without the message, which has been printed.
  var alreadyShown: Failure { Failure(exitCode: exitCode) }

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

extension Failure {
  init(_ error: SoundError, _ path: String) {
    var status = stat()
    let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR && access(path, R_OK) == 0
    if isFile, error.reason == .unreadable, PatternFormat(fileName: path) != nil {
      self.init(.badData, "\(path) is a pattern; give a sound, such as a WAV file")
    } else {
      self.init(error.reason == .noLibrary ? .noDevice : isFile ? .badData : .noInput, "\(error)")
    }
  }
}

/// The end of every help text: where to find documentation offline.
enum HelpEnding {
  static func added(to text: String) -> String {
    guard text.hasPrefix("OVERVIEW:"), let prefix = installedPrefix() else { return text }
    return text.hasSuffix("\n") ? text + section(prefix) : text + "\n" + section(prefix)
  }

  static func section(_ prefix: String) -> String {
    let pages = ["thrum.1", "thrum.1.gz"].map { prefix + "/share/man/man1/" + $0 }
    let manual = pages.contains { access($0, R_OK) == 0 } ? "man thrum" : "thrum manual | man -l -"
    var lines = ["", "MORE:", "  " + manual, "      All commands and options, with examples."]
    let site = prefix + "/share/doc/thrum/html/index.html"
    if access(site, R_OK) == 0 {
      lines += ["  file://" + site, "      Three tutorials and the reference, to read in a browser."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func installedPrefix() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return folder(ofPath: folder(ofPath: String(cString: path)))
  }
}
