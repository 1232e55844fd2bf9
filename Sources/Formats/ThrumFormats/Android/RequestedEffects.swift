extension PatternWriter.Request {
  /// Returns the patterns as one or more effects of one kind, with sentences about losses.
  ///
  /// - Throws: `WriteError` for patterns that cannot be felt, or that the kind cannot express.
  package func effects(
    _ kind: VibrationEffect.Kind
  ) throws(PatternWriter.WriteError) -> (effects: VibrationSequence, losses: [String]) {
    guard let writer = PatternWriter.all.first(where: { $0.id == "\(kind.rawValue).json" }) else {
      preconditionFailure("there is no writer for \(kind.rawValue)")
    }
    let file = try writer.write(self)
    guard let sequence = PatternDocument.read(file.bytes, name: "effect.json").vibration, !sequence.parts.isEmpty else {
      throw PatternWriter.WriteError(description: "nothing in the pattern can be felt")
    }
    return (sequence, file.losses)
  }

  package func waveform() throws(PatternWriter.WriteError) -> (
    waveform: VibrationEffect.Waveform, losses: [String]
  ) {
    let (sequence, losses) = try effects(.waveform)
    guard case .waveform(let waveform) = sequence.parts[0].effect else {
      throw PatternWriter.WriteError(description: "the pattern has no waveform")
    }
    return (waveform, losses)
  }
}
