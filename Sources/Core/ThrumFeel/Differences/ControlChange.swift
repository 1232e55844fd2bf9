import ThrumPattern

/// A control whose curves or dynamic parameters differ between two versions.
package struct ControlChange: Equatable, Sendable, Encodable {
  package let parameter: String
  /// Start in the new version, s.
  package let from: Double
  package let to: Double
  /// Largest difference, with its sign.
  package let most: Double

  /// Returns the changes between two versions of a pattern, one per control. `shift` is added to the old times.
  static func all(_ old: Pattern, _ new: Pattern, shift: Double) -> [ControlChange] {
    let (before, after) = (ControlTracks(old), ControlTracks(new))
    let (oldTimes, newTimes) = (times(old), times(new))
    return DynamicParameterID.allCases.compactMap { id in
      ControlChange(id, oldTimes[id] ?? [], before, newTimes[id] ?? [], after, shift: shift)
    }
  }

  /// Returns the times at which each control of a pattern is set, s.
  private static func times(_ pattern: Pattern) -> [DynamicParameterID: [Double]] {
    var times: [DynamicParameterID: [Double]] = [:]
    for curve in pattern.curves { times[curve.id, default: []] += curve.points.map { curve.time + $0.time } }
    for parameter in pattern.parameters { times[parameter.id, default: []].append(parameter.time) }
    return times
  }

  private init?(
    _ id: DynamicParameterID, _ oldTimes: [Double], _ before: ControlTracks, _ newTimes: [Double],
    _ after: ControlTracks, shift: Double
  ) {
    let corners = Set(oldTimes.map { $0 + shift } + newTimes).filter(\.isFinite).sorted()
    var differing: [Double] = []
    var most = 0.0
    for (corner, next) in zip(corners, corners.dropFirst() + [corners.last.map { $0 + 1 } ?? 0]) {
      for place in 0..<8 {
        let time = corner + (next - corner) * Double(place) / 8 + 1e-6
        let difference = after.value(id, at: time) - before.value(id, at: time - shift)
        guard abs(difference) > 1e-6 else { continue }
        differing.append(time)
        if abs(difference) > abs(most) { most = difference }
      }
    }
    guard let first = differing.first, let last = differing.last else { return nil }
    (parameter, from, to) = (id.rawValue, (first * 1000).rounded() / 1000, (last * 1000).rounded() / 1000)
    self.most = (most * 1e6).rounded() / 1e6
  }
}
