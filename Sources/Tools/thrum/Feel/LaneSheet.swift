import CCairo
import ThrumAnalysis

/// A picture with a title, a lane for each motor and a footer, on one scale of time.
struct LaneSheet {
  /// Title, usually a path.
  let title: String
  /// End of the time scale, s.
  let end: Double
  let lanes: Int
  let laneHeight: Double
  let theme: Theme

  static let left = 64.0
  private static let width = 1_000.0, right = 16.0, header = 40.0, footer = 56.0, gap = 14.0

  /// - Parameters:
  ///   - lane: draws the lane with this number in a box.
  ///   - footer: draws what is below the lanes, from a height on.
  func bytes(
    _ format: Canvas.Format, description: String, lane: (Int, Box, TimeScale, Canvas) -> Void,
    footer: (TimeScale, Double, Canvas) -> Void
  ) throws -> [UInt8] {
    if let problem = thrum_cairo_load() { throw Failure(.noDevice, "cannot draw: \(String(cString: problem))") }
    let height = LaneSheet.header + Double(lanes) * (laneHeight + LaneSheet.gap) + LaneSheet.footer
    guard let canvas = Canvas(format, width: Int(LaneSheet.width), height: Int(height)) else {
      throw Failure(.inputOutput, "cairo cannot draw a picture of this size")
    }
    canvas.fill(Box(left: 0, top: 0, width: canvas.width, height: height), theme.ground)
    let bold = Canvas.Lettering(size: 15, color: theme.ink, isBold: true)
    let shown = canvas.elided(title, bold, to: LaneSheet.width - 2 * LaneSheet.right)
    canvas.text(shown, Point(x: LaneSheet.right, y: 24), bold)
    let width = LaneSheet.width - LaneSheet.left - LaneSheet.right
    let scale = TimeScale(range: 0...max(0.05, end), left: LaneSheet.left + 8, width: width - 16)
    for place in 0..<lanes {
      let top = LaneSheet.header + Double(place) * (laneHeight + LaneSheet.gap)
      lane(place, Box(left: LaneSheet.left, top: top, width: width, height: laneHeight), scale, canvas)
    }
    footer(scale, height - LaneSheet.footer, canvas)
    canvas.describe(title, description)
    switch canvas.finish() {
    case .success(let bytes): return bytes
    case .failure(let error): throw Failure(.inputOutput, "cairo cannot draw: \(error.cause)")
    }
  }
}
