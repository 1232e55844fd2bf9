/// An event of an OpenHarmony or RichTap file: like an AHAP event, but with its own curve. Times are in ms.
struct CurvedEvent: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    /// From the start of the event.
    var time: Double
    /// Scales the event's intensity, 0…1.
    var gain: Double
    /// Added to the event's frequency, −100…100.
    var shift: Double

    init(time: Double, gain: Double, shift: Double = 0) {
      self.time = time
      self.gain = gain
      self.shift = shift
    }
  }

  var isTap: Bool
  var start: Double
  /// 0 for a tap.
  var length: Double
  /// 0…100, linear in Core Haptics' intensity.
  var intensity: Double
  /// 0…100, linear in Core Haptics' sharpness.
  var frequency: Double
  /// In chronological order, empty for a constant event.
  var curve: [Point] = []
  /// Motor number, or 0 for all.
  var channel = 0

  static func tap(at start: Double, intensity: Double, frequency: Double) -> CurvedEvent {
    CurvedEvent(isTap: true, start: start, length: 0, intensity: intensity, frequency: frequency)
  }

  var end: Double { start + length }

  /// `time` is relative to the event. The first and last values also hold beyond the curve.
  func point(at time: Double) -> Point {
    guard let first = curve.first, let last = curve.last else { return Point(time: time, gain: 1) }
    if time <= first.time { return Point(time: time, gain: first.gain, shift: first.shift) }
    if time >= last.time { return Point(time: time, gain: last.gain, shift: last.shift) }
    let right = curve.first { $0.time > time } ?? last
    let left = curve.last { $0.time <= time } ?? first
    let place = (time - left.time) / (right.time - left.time)
    return Point(
      time: time, gain: left.gain + (right.gain - left.gain) * place,
      shift: left.shift + (right.shift - left.shift) * place)
  }

  /// Whether the curve rises and falls only within 1 ms of its ends, faster than any motor can follow.
  var isConstant: Bool {
    curve.allSatisfy { point in
      point.shift == 0 && (point.gain == 1 || point.time <= 0 || point.time >= length)
    } && (curve.isEmpty || (point(at: 1).gain == 1 && point(at: length - 1).gain == 1))
  }
}

struct CurvedEventRules: Sendable {
  let file: String
  let events: Int
  /// `nil` for no limit.
  let bytes: Int?
  /// Whether a continuous event needs a curve that starts and ends at 0.
  let startsAndEndsAtZero: Bool
  /// Overlap in ms that makes players join the parts of a longer event.
  let overlap: Int

  /// Latest start of an event, ms.
  static let latest = 1_800_000
  /// Maximum length of a continuous event, ms.
  static let longest = 5_000
  static let points = 4...16

  static let openHarmony = CurvedEventRules(
    file: "an OpenHarmony file", events: 128, bytes: 65_536, startsAndEndsAtZero: false, overlap: 1)
  /// In version 1 a file has one list of events, in version 2 any number of lists.
  static let richTap = CurvedEventRules(
    file: "a .he file of version 1", events: 16, bytes: nil, startsAndEndsAtZero: true, overlap: 0)
  static let richTapLists = CurvedEventRules(
    file: "a .he file", events: CurvedEventReader.most, bytes: nil, startsAndEndsAtZero: true, overlap: 0)
}
