import ThrumDevice
import ThrumPattern
import ThrumRender

/// An environment's events in chronological order.
public struct Timeline: Equatable, Sendable {
  /// Entries by time, then by order of arrival.
  public var entries: [TimelineEntry]
  /// Number of old entries dropped.
  public var forgotten: Int
  /// Length in seconds.
  public var end: Double
  /// Calls that block their caller on a phone, in chronological order. Not part of the text or JSON.
  public var waits: [CallWait] = []

  /// Creates a timeline and sorts the entries by time.
  public init(_ entries: [TimelineEntry] = [], forgotten: Int = 0, end: Double = 0) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }
    self.entries = isSorted ? entries : entries.sorted { $0.time < $1.time }
    self.forgotten = forgotten
    self.end = end
  }

  /// Returns the entries about one engine and about the device.
  public func of(engine: Int) -> Timeline {
    part { $0.engine == engine || $0.engine == 0 }
  }

  /// Returns the entries within a time range in seconds.
  public func between(_ range: ClosedRange<Double>) -> Timeline {
    var result = part { range.contains($0.time) }
    result.waits.removeAll { !range.contains($0.time) }
    return result
  }

  private func part(_ isIncluded: (TimelineEntry) -> Bool) -> Timeline {
    var result = self
    result.entries.removeAll { !isIncluded($0) }
    return result
  }
}

struct TimelineLog: Sendable {
  private var entries: [TimelineEntry] = []
  private var first = 0
  private(set) var forgotten = 0
  let capacity: Int

  init(capacity: Int) { self.capacity = max(16, capacity) }

  mutating func append(_ entry: TimelineEntry) {
    if entries.count < capacity {
      entries.append(entry)
    } else {
      entries[first] = entry
      first = (first + 1) % capacity
      forgotten += 1
    }
  }

  func entries(from number: Int) -> (entries: [TimelineEntry], next: Int) {
    let next = forgotten + entries.count
    let count = min(max(0, next - number), entries.count)
    let found = (entries.count - count..<entries.count).map { entries[(first + $0) % entries.count] }
    return (found, next)
  }

  func timeline(end: Double) -> Timeline {
    Timeline(Array(entries[first...] + entries[..<first]), forgotten: forgotten, end: end)
  }
}

/// An entry of a timeline.
public struct TimelineEntry: Equatable, Sendable {
  /// Seconds since the environment was created. For facts about rendering, this is the frame's time.
  public var time: Double
  /// Engine number, from 1; 0 for the whole device, −1 for the system's engine.
  public var engine: Int
  /// Player number on its engine, from 1.
  public var player: Int?
  /// Location on a game controller, such as `left handle`.
  public var locality: String?
  /// Content of the entry.
  public var fact: TimelineFact

  /// Creates an entry.
  public init(time: Double, engine: Int, player: Int? = nil, locality: String? = nil, _ fact: TimelineFact) {
    self.time = time
    self.engine = engine
    self.player = player
    self.locality = locality
    self.fact = fact
  }
}

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

/// Where a ramp reaches its value.
public struct RampEnd: Equatable, Sendable {
  /// Frame of the run.
  public var frame: SampleTime
  /// Seconds since the environment was created.
  public var time: Double

  /// Creates an end.
  package init(frame: SampleTime, time: Double) {
    self.frame = frame
    self.time = time
  }
}

/// Result of requesting system feedback.
public enum FeedbackAction: Equatable, Sendable {
  /// The system prepared for the feedback.
  case prepared
  /// The feedback is felt at a fraction of full strength, 0…1.
  case played(intensity: Double)
  /// The feedback is not felt, for the given reason.
  case withheld(String)
}

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

/// The app's handlers.
public enum HandlerKind: String, CaseIterable, Sendable {
  case started = "start completion"
  case stopCompleted = "stop completion"
  case stopped = "stoppedHandler"
  case reset = "resetHandler"
  case finished = "finishedHandler"
  case completion = "player completion"
}

/// Lifecycle state of an engine.
public enum EngineState: String, CaseIterable, Sendable {
  case stopped, starting, running, stopping
}
