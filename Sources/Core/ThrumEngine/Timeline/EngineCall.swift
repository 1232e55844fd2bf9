import ThrumDevice
import ThrumPattern
import ThrumRender

/// App calls that can fail because of faults. Raw values are the names in Core Haptics.
public enum EngineCall: String, CaseIterable, Sendable {
  case makeEngine = "init"
  case start
  case stop
  case makePlayer
  case makeAdvancedPlayer
  case registerAudioResource
  case unregisterAudioResource
  case playPattern
  case notifyWhenPlayersFinished
  case playerStart = "player.start"
  case playerStop = "player.stop"
  case playerCancel = "player.cancel"
  case sendParameters = "player.sendParameters"
  case scheduleParameterCurve = "player.scheduleParameterCurve"
  case playerPause = "player.pause"
  case playerResume = "player.resume"
  case playerSeek = "player.seek"
  // These calls are logged only when they fail.
  case makePattern = "pattern.init"
  case exportDictionary = "pattern.exportDictionary"
  case attributes = "capabilities.attributes"

  package var isOfEngine: Bool {
    switch self {
    case .makePattern, .exportDictionary, .attributes: false
    default: true
    }
  }
}
