import ThrumDevice
import ThrumFeel
import ThrumPattern

extension PatternWriter {
  /// What of the change can be felt, for each motor that plays the written file differently. Empty if the kind of
  /// effect has no reader.
  package func felt(_ file: File, _ request: Request) throws(WriteError) -> [FeelLoss] {
    if let feel = file.feel { return feel }
    guard let played = try played(request), let motor = ActuatorPreset.named(motor) else { return [] }
    return [try FeelLoss(PatternGroup(request.patterns), played, on: FeelMotor(motor), request.work)]
  }
}
