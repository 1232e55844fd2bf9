import ThrumPattern

/// A control whose curves or dynamic parameters differ between two versions.
package struct ControlChange: Equatable, Sendable, Encodable {
  package let parameter: String
  /// Start in the new version, s.
  package let from: Double
  package let to: Double
  /// Largest difference, with its sign.
  package let most: Double

  init?(_ id: DynamicParameterID, _ old: Pattern, _ new: Pattern, shift: Double) {
    let (before, after) = (ControlTracks(old), ControlTracks(new))
    func times(_ pattern: Pattern, _ shift: Double) -> [Double] {
      pattern.curves.filter { $0.id == id }.flatMap { curve in
        curve.points.map { curve.time + $0.time + shift }
      } + pattern.parameters.filter { $0.id == id }.map { $0.time + shift }
    }
    let corners = Set(times(old, shift) + times(new, 0)).filter(\.isFinite).sorted()
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
    self.most = (most * 1000).rounded() / 1000
  }
}
