import ThrumDevice
import ThrumPattern

/// A device that plays whole patterns by itself. As an output, it keeps time silently. Messages to it
/// follow the engine's clock.
package protocol PatternDevice: OutputDevice, Sendable {
  /// Finds the device and asks what it supports, unless it is already connected. May take several seconds.
  func connect() throws(OutputError)

  /// Converts patterns that start together to the best form that the device supports.
  ///
  /// - Throws: ``OutputError`` `unsupported` for patterns that the device cannot play.
  func prepare(_ patterns: [Pattern], _ timeline: PatternTimeline) throws(OutputError) -> DevicePattern

  /// Replaces the current pattern. `position` is in seconds. Never blocks.
  func play(_ pattern: DevicePattern, from position: Double, rate: Double)

  /// Stops playback. Never blocks.
  func halt()

  /// Position in the pattern in seconds, or `nil` until the device has accepted the pattern.
  var position: Double? { get }

  /// Seconds that the device took to accept each pattern.
  var latencies: [Double] { get }

  var loss: OutputError? { get }
}

package struct DevicePattern: Sendable {
  package let device: any PatternDevice
  package let form: String
  /// The patterns as the device plays them, for judging the losses on `motor`, an actuator preset.
  package let played: [Pattern]
  package let motor: String
  /// Sentences about data that the form cannot express.
  package let losses: [String]
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
