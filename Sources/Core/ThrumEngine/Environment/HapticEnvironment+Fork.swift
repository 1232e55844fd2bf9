import ThrumSystem

extension HapticEnvironment {
  /// Whether fork(2) created this process after an engine had used threads.
  package static var hasLostThreads: Bool { DispatchThreads.areLost }

  /// Error of every engine in real time, if fork(2) created this process after an engine had used threads.
  ///
  /// Engines in virtual time need no other threads.
  package var forkRefusal: EngineError? {
    guard opensDevices, DispatchThreads.areLost else { return nil }
    return EngineError(
      .operationNotPermitted,
      "this process is a fork of one that had started an engine, and has none of its threads: start the process with "
        + "posix_spawn or exec (in Python, with multiprocessing's start method “spawn”)")
  }
}
