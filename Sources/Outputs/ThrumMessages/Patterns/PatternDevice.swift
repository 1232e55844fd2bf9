import ThrumDevice
import ThrumPattern

/// A device that plays whole patterns by itself. As an output it only keeps the time, in silence: the engine's clock
/// says when a pattern starts, pauses and loops, and messages pass that on.
package protocol PatternDevice: OutputDevice, Sendable {
  /// Finds the device and asks what it supports, unless it is connected. May take some seconds.
  func connect() throws(OutputError)

  /// Converts patterns that start together to the best form that the device supports.
  ///
  /// - Throws: ``OutputError`` `unsupported` for patterns that the device cannot play.
  func prepare(_ patterns: [Pattern], _ timeline: PatternTimeline) throws(OutputError) -> DevicePattern

  /// Plays a pattern from a position, s, at a speed, in place of the current one. Never blocks.
  func play(_ pattern: DevicePattern, from position: Double, rate: Double)

  /// Stops the vibration. Never blocks.
  func halt()

  /// Position in the pattern, s; `nil` until the device has accepted it.
  var position: Double? { get }

  /// Time that the device took to accept each pattern, s.
  var latencies: [Double] { get }

  /// Reason why the device stopped playing, if it has.
  var loss: OutputError? { get }
}

/// A pattern in the form in which a device plays it.
package struct DevicePattern: Sendable {
  package let device: any PatternDevice
  /// The form, for a message.
  package let form: String
  /// Patterns as the device plays them, for judging the losses on `motor`, an actuator preset.
  package let played: [Pattern]
  package let motor: String
  /// Sentences about data that the form cannot express.
  package let losses: [String]
  /// The device's own data.
  package let content: any Sendable

  package init(
    device: any PatternDevice, form: String, played: [Pattern], motor: String, losses: [String],
    content: any Sendable
  ) {
    self.device = device
    self.form = form
    self.played = played
    self.motor = motor
    self.losses = losses
    self.content = content
  }
}
