import ThrumDevice
import ThrumPattern
import ThrumRender

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
