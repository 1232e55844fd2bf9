import ThrumPattern
import ThrumDevice
import ThrumRender

/// One thing that happened to an engine.
public struct TimelineEntry: Equatable, Sendable {
  /// Seconds since the environment's beginning. What was rendered has the time of its frame.
  public var time: Double
  /// The engine's number, from 1 in the order of making; 0 for what happened to the whole device, −1 for the system's own engine.
  public var engine: Int
  /// The player's number on its engine, from 1 in the order of making.
  public var player: Int?
  /// Where on a game controller its engine plays, such as `left handle`; `nil` on all other devices.
  public var locality: String?
  /// What happened.
  public var fact: TimelineFact

  /// Makes an entry.
  public init(time: Double, engine: Int, player: Int? = nil, locality: String? = nil, _ fact: TimelineFact) {
    self.time = time
    self.engine = engine
    self.player = player
    self.locality = locality
    self.fact = fact
  }
}

/// The kinds of things that happen.
public enum TimelineFact: Equatable, Sendable {
  /// An engine was made.
  case engineMade
  /// An engine of an earlier test lives on in an environment that was restarted.
  case engineKept
  /// An engine's last reference has gone.
  case engineGone
  /// A player was made, for a pattern of this many seconds.
  case playerMade(isAdvanced: Bool, duration: Double)
  /// The app has let go of a player.
  case playerDropped
  /// The app called something; `error` is what it was answered with.
  case call(EngineCall, arguments: String, error: EngineError.Code?)
  /// The engine changed its state.
  case state(EngineState)
  /// A handler of the app was called.
  case handler(HandlerKind, detail: String)
  /// A switch of the engine or a player was set.
  case switched(String, to: String)
  /// The app sent a control's value, meant for an engine time (s since the environment's beginning).
  case parameterSent(DynamicParameterID, value: Double, at: Double)
  /// The renderer took a control's value at a frame of the run; a ramp reaches it at `end`.
  case parameterApplied(DynamicParameterID, value: Double, frame: SampleTime, end: SampleTime?)
  /// A player began to play.
  case playerStarted(frame: SampleTime)
  /// A player went back to its beginning.
  case playerLooped(frame: SampleTime)
  /// A player's playback ended; `error` when it did not end as it should.
  case playerFinished(frame: SampleTime?, error: EngineError.Code?)
  /// An event began: its place in the pattern, and what was rendered (0…1; the volume instead of the intensity, and
  /// the pitch instead of the sharpness, for audio events). `duration` in seconds as the pattern says.
  case event(
    index: Int, type: EventType, frame: SampleTime, intensity: Double, sharpness: Double, duration: Double?)
  /// The app has asked the system for feedback, by the name of its preset, such as `impact-light`.
  case feedback(String, FeedbackAction)
  /// Something was done to the device.
  case fault(String)
  /// Something worth knowing.
  case note(String)
}

/// What comes of asking for the system's feedback.
public enum FeedbackAction: Equatable, Sendable {
  /// The system was told to be ready for it.
  case prepared
  /// It is felt, at a part of its strength, 0…1.
  case played(intensity: Double)
  /// It is not felt, for a reason.
  case withheld(String)
}

/// The calls that an app makes and that can be made to fail. Raw values are Core Haptics' own names.
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
  // Those of no engine: they are in the timeline when they fail.
  case makePattern = "pattern.init"
  case exportDictionary = "pattern.exportDictionary"
  case attributes = "capabilities.attributes"

  /// Whether it is a call to an engine or a player.
  package var isOfEngine: Bool {
    switch self {
    case .makePattern, .exportDictionary, .attributes: false
    default: true
    }
  }
}

/// The app's handlers.
public enum HandlerKind: String, CaseIterable, Sendable {
  case started = "start completion"
  case stopCompleted = "stop completion"
  case stopped = "stoppedHandler"
  case reset = "resetHandler"
  case finished = "finishedHandler"
  case completion = "player completion"
}

/// Where an engine is in its life.
public enum EngineState: String, CaseIterable, Sendable {
  case stopped, starting, running, stopping
}
