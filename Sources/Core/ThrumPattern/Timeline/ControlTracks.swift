package struct ControlTracks: Sendable {
  private var tracks: [DynamicParameterID: ControlTrack] = [:]

  package init(_ pattern: Pattern) {
    let lines = Dictionary(grouping: ControlPaths(pattern).resolved(), by: { $0.id })
    tracks = Dictionary(uniqueKeysWithValues: lines.map { ($0, ControlTrack($0, $1)) })
  }

  package var isEmpty: Bool { tracks.isEmpty }

  package subscript(control: DynamicParameterID) -> ControlTrack? { tracks[control] }

  package func value(_ control: DynamicParameterID, at time: Double) -> Double {
    tracks[control]?.value(at: time) ?? control.defaultValue
  }
}
