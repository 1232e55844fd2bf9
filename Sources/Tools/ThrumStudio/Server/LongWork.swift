import CLinux
import Synchronization
import ThrumPattern

/// Runs the work of every request: ends it when the client leaves, the studio stops or it takes too long, and keeps its
/// progress for `/api/progress`.
///
/// A route gets its ``ThrumPattern/Work`` from here and passes it on to whatever may take long.
final class LongWork: Sendable {
  /// Progress of each job, 0…1.
  private let parts = Mutex<[String: Double]>([:])
  private let now: @Sendable () -> Double

  /// Longest work for a request, s.
  static let longestSeconds = 120.0
  /// Longest name of a job, bytes.
  private static let longestName = 64

  /// - Parameter now: returns monotonic seconds.
  init(now: @escaping @Sendable () -> Double = { Double(thrum_monotonic_nanoseconds()) * 1e-9 }) { self.now = now }

  func run(
    _ request: HTTPRequest, _ body: (Work<StudioError>) throws(StudioError) -> HTTPResponse
  ) -> HTTPResponse {
    // A request for the progress of a job is not the job.
    let name = request.method == "POST" ? request.query["job"] : nil
    let job = name.flatMap { $0.utf8.count <= LongWork.longestName ? $0 : nil }
    defer { if let job { _ = parts.withLock { $0.removeValue(forKey: job) } } }
    let deadline = now() + LongWork.longestSeconds
    let isAbandoned = request.isAbandoned
    let work = Work<StudioError> { [self] part throws(StudioError) in
      if let job, let part { parts.withLock { $0[job] = part } }
      if isAbandoned() { throw .abandoned }
      if now() > deadline { throw .tooLong(seconds: LongWork.longestSeconds) }
    }
    do throws(StudioError) { return try body(work) } catch { return .refusal(error) }
  }

  /// Returns the progress of a job, or `nil` if it is not running.
  func progress(of job: String) -> Double? { parts.withLock { $0[job] } }
}

extension HTTPResponse {
  fileprivate static func refusal(_ error: StudioError) -> HTTPResponse {
    switch error.kind {
    case .abandoned: .refusal(499, "abandoned", error.description)
    case .tooLong: .refusal(503, "tooLong", error.description)
    case .input, .port, .library, .system: .refusal(422, "notPlayable", error.description)
    }
  }
}
