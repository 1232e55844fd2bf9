/// Something came too late, or not at all.
public struct Late: Error, CustomStringConvertible {
  /// What, and how late.
  public let description: String
}

/// Fails when something that the clock decides did not come in time.
public func inTime(_ isInTime: Bool, _ what: @autoclosure () -> String) throws {
  guard isInTime else { throw Late(description: what()) }
}

/// Tries up to three times what has to be done in time: a machine that stands still for a moment spoils one attempt, a bug
/// spoils all. What does not depend on the clock belongs in an expectation, which counts in every attempt.
public func patiently(
  isolation: isolated (any Actor)? = #isolation, _ attempt: () async throws -> Void
) async throws {
  for _ in 0..<2 {
    do { return try await attempt() } catch {}
  }
  try await attempt()
}
