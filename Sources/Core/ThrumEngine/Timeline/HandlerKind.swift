import ThrumDevice
import ThrumPattern
import ThrumRender

/// The app's handlers.
public enum HandlerKind: String, CaseIterable, Sendable {
  case started = "start completion"
  case stopCompleted = "stop completion"
  case stopped = "stoppedHandler"
  case reset = "resetHandler"
  case finished = "finishedHandler"
  case completion = "player completion"
}
