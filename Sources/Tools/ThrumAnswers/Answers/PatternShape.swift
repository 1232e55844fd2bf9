import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// A pattern's outline for a word-sized picture.
package struct PatternShape: Sendable, Equatable, JSONWritable {
  package var revision: String
  package var seconds: Double
  /// Strongest transient and strongest continuous event in each column, as digits 0…9.
  package var taps: String
  package var holds: String

  package static let columns = 32

  /// The outline of a file of any format, or `nil` if it is no pattern.
  init?(_ bytes: [UInt8], name: String, revision: String) {
    let format = PatternFormat(fileName: name) ?? .ahap
    let pattern =
      format == .ahap ? AHAP.read(bytes, name: name).pattern : PatternDocument.read(bytes, name: name).merged
    guard let pattern else { return nil }
    self.init(pattern, revision: revision)
  }

  package init(_ pattern: Pattern, revision: String) {
    var timeline = PatternTimeline()
    timeline.add(pattern, content: .hapticsOnly)
    let length = max(timeline.end, 0.001)
    func column(_ time: Double) -> Int {
      min(PatternShape.columns - 1, max(0, Int(time / length * Double(PatternShape.columns))))
    }
    var taps = [Double](repeating: 0, count: PatternShape.columns)
    var holds = taps
    for tap in timeline.taps { taps[column(tap.time)] = max(taps[column(tap.time)], tap.intensity) }
    for hold in timeline.holds {
      for place in column(hold.start)...column(hold.end) {
        // Samples each column several times, so that short curves count.
        for part in 0..<4 {
          let time = length * (Double(place) + (Double(part) + 0.5) / 4) / Double(PatternShape.columns)
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
    levels.map { String(Int(saturating: (min(1, max(0, $0)) * 9).rounded(.up))) }.joined()
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("revision", revision)
      writer.member("seconds", seconds)
      writer.member("taps", taps)
      writer.member("holds", holds)
    }
  }
}
