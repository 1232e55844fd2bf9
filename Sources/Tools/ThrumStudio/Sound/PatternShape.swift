import ThrumPattern

/// A pattern's outline for a word-sized picture.
struct PatternShape: Sendable, Equatable, Encodable {
  var revision: String
  var seconds: Double
  /// Strongest transient and strongest continuous event in each column, as digits 0…9.
  var taps: String
  var holds: String

  static let columns = 32

  init(_ pattern: Pattern, revision: String) {
    var timeline = PatternTimeline()
    timeline.add(pattern, content: .hapticsOnly)
    let length = max(timeline.end, 0.001)
    func column(_ time: Double) -> Int {
      min(PatternShape.columns - 1, max(0, Int(time / length * Double(Self.columns))))
    }
    var (taps, holds) = ([Double](repeating: 0, count: Self.columns), [Double](repeating: 0, count: Self.columns))
    for tap in timeline.taps { taps[column(tap.time)] = max(taps[column(tap.time)], tap.intensity) }
    for hold in timeline.holds {
      for place in column(hold.start)...column(hold.end) {
        // Samples each column several times, so that short curves count.
        for part in 0..<4 {
          let time = length * (Double(place) + (Double(part) + 0.5) / 4) / Double(Self.columns)
          let inside = min(max(time, hold.start), hold.end)
          holds[place] = max(holds[place], hold.intensity(at: inside))
        }
      }
    }
    self.revision = revision
    seconds = timeline.end
    self.taps = PatternShape.digits(taps)
    self.holds = PatternShape.digits(holds)
  }

  private static func digits(_ levels: [Double]) -> String {
    levels.map { String(Int((min(1, max(0, $0)) * 9).rounded(.up))) }.joined()
  }
}
