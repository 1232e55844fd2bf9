import ThrumPattern

/// Sentences about parts of patterns that only AHAP can express.
struct ForeignParts {
  let sounds: [String]
  let unknown: [String]

  init(_ patterns: [Pattern], file: String) {
    let events = patterns.flatMap(\.events).count { !$0.type.isHaptic }
    let controls = patterns.flatMap { $0.parameters.map(\.id) + $0.curves.map(\.id) }.count {
      $0.rawValue.hasPrefix("Audio")
    }
    sounds = [(events, "audio event"), (controls, "audio control")].filter { $0.0 > 0 }.map {
      "\(counted($0.0, $0.1)): \(file) cannot contain sound"
    }
    let members = patterns.reduce(0) { total, pattern in
      total + pattern.unknown.members.count
        + pattern.entries.count { if case .unknown = $0 { true } else { false } }
    }
    unknown = members > 0 ? [counted(members, "unknown member")] : []
  }
}
