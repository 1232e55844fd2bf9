import ThrumDevice
import ThrumPattern

package struct ControlSegment: BitwiseCopyable, Sendable {
  /// In pattern frames.
  package var start: Double
  /// In pattern frames. Equal to the start for a jump.
  package var end: Double
  /// NaN means the current value.
  package var from: Float
  package var to: Float
  package var control: DynamicParameterID

  package init(control: DynamicParameterID, start: Double, end: Double, from: Float, to: Float) {
    self.control = control
    self.start = start
    self.end = end
    self.from = from
    self.to = to
  }
}
