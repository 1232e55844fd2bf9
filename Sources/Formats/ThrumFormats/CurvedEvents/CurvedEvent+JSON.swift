import ThrumPattern

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
