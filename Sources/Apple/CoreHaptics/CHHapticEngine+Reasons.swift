import ThrumEngine

// Declared here, since `MemberImportVisibility` would otherwise make clients import `HapticEngine`'s module.

extension CHHapticEngine {
  /// Action to take when all players have finished.
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

  /// Reason for a stop that the app did not request.
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
