import ThrumDevice

extension MonitorMode {
  package static var explained: String { allCases.map { "\($0.rawValue): \($0.summary)" }.joined(separator: "; ") }

  /// Name for people.
  package var title: String {
    switch self {
    case .full: "The motor's own sound"
    case .felt: "Felt strength"
    case .subwoofer: "Subwoofer"
    case .shaker: "Bass shaker"
    case .smallSpeaker: "Small loudspeaker"
    case .direct: "Drive signal"
    }
  }

  package var summary: String {
    switch self {
    case .full: "the actuator's own waveform, for headphones and good loudspeakers"
    case .felt: "loudness follows felt strength, for headphones and good loudspeakers"
    case .subwoofer: "below 120 Hz, for a subwoofer"
    case .shaker: "one octave lower, for a bass shaker"
    case .smallSpeaker: "with harmonics, for the loudspeaker of a laptop"
    case .direct: "the drive signal, for a real actuator with an amplifier"
    }
  }
}
