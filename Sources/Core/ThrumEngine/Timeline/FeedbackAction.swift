import ThrumDevice
import ThrumPattern
import ThrumRender

/// Result of requesting system feedback.
public enum FeedbackAction: Equatable, Sendable {
  /// The system prepared for the feedback.
  case prepared
  /// The feedback is felt at a fraction of full strength, 0…1.
  case played(intensity: Double)
  /// The feedback is not felt, for the given reason.
  case withheld(String)
}
