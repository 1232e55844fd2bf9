import ThrumEngine

// Declared here and not borrowed from `HapticEngine`: where a client's compiler asks for the import of the module that
// declares a member (`MemberImportVisibility`), `import CoreHaptics` has to be enough.

extension CHHapticEngine {
  /// What to do when all players have finished.
  public enum FinishedAction: Int, Sendable {
    case stopEngine = 1
    case leaveEngineRunning = 2

    var engines: HapticEngine.FinishedAction {
      switch self {
      case .stopEngine: .stopEngine
      case .leaveEngineRunning: .leaveEngineRunning
      }
    }
  }

  /// Why the engine was stopped from outside.
  public enum StoppedReason: Int, Sendable {
    case audioSessionInterrupt = 1
    case applicationSuspended = 2
    case idleTimeout = 3
    case notifyWhenFinished = 4
    case engineDestroyed = 5
    case gameControllerDisconnect = 6
    case systemError = -1

    init(_ reason: HapticEngine.StoppedReason) { self = StoppedReason(rawValue: reason.rawValue) ?? .systemError }
  }
}
