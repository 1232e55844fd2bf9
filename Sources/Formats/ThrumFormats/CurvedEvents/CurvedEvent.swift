import ThrumPattern

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

extension CurvedEvent {
  /// Returns the event as `{"Event": {…}}`. `name` is the format's key for the start.
  func json(start name: String, hasIndex: Bool) -> JSONValue {
    var parameters = [member("Intensity", intensity), member("Frequency", frequency)]
    if !curve.isEmpty {
      let points = curve.map { point in
        JSONValue.object(
          JSONObject([member("Time", point.time), member("Intensity", point.gain), member("Frequency", point.shift)]))
      }
      parameters.append(JSONObject.Member(name: "Curve", value: .array(points)))
    }
    var members = [
      JSONObject.Member(name: "Type", value: .string(isTap ? "transient" : "continuous")), member(name, start),
    ]
    if !isTap { members.append(member("Duration", length)) }
    if hasIndex, channel != 0 { members.append(member("Index", Double(channel))) }
    members.append(JSONObject.Member(name: "Parameters", value: .object(JSONObject(parameters))))
    return .object(JSONObject([JSONObject.Member(name: "Event", value: .object(JSONObject(members)))]))
  }

  private func member(_ name: String, _ value: Double) -> JSONObject.Member {
    let text = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    return JSONObject.Member(name: name, value: .number(text))
  }
}
