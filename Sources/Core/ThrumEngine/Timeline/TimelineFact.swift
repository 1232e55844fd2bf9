import ThrumDevice
import ThrumPattern
import ThrumRender

/// Content of an entry.
public enum TimelineFact: Equatable, Sendable {
  /// An engine was created.
  case engineMade
  /// An earlier test's engine, named if known, still exists in a restarted environment.
  case engineKept(from: String?)
  /// An engine was deallocated.
  case engineGone
  /// A player was created. `duration` is in seconds.
  case playerMade(isAdvanced: Bool, duration: Double)
  /// The app released a player.
  case playerDropped
  /// The app made a call. `error` is its result.
  case call(EngineCall, arguments: String, error: EngineError.Code?)
  /// The engine changed state.
  case state(EngineState)
  /// An app handler was called.
  case handler(HandlerKind, detail: String)
  /// A property of the engine or a player was set.
  case switched(String, to: String)
  /// The app sent a control value that takes effect `at` seconds after the environment was created.
  case parameterSent(DynamicParameterID, value: Double, at: Double)
  /// A control's value took effect at a frame, or begins a ramp to it there.
  case parameterApplied(DynamicParameterID, value: Double, frame: SampleTime, ramp: RampEnd?)
  /// A player started.
  case playerStarted(frame: SampleTime)
  /// A player looped.
  case playerLooped(frame: SampleTime)
  /// Playback ended, with an error if it was cut short.
  case playerFinished(frame: SampleTime?, error: EngineError.Code?)
  /// An event started, with values as rendered (0…1).
  ///
  /// `duration` is in seconds. For an audio event, `intensity` is its volume and `sharpness` its pitch.
  case event(
    index: Int, type: EventType, frame: SampleTime, intensity: Double, sharpness: Double, duration: Double?)
  /// The app requested system feedback, named by its preset, such as `impact-light`.
  case feedback(String, FeedbackAction)
  /// A fault was applied.
  case fault(String)
  /// A phone would have punished the app.
  case trap(PhoneTrap, String)
  /// Free text.
  case note(String)
}
