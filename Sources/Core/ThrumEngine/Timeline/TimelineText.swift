import ThrumDevice
import ThrumPattern
import ThrumRender

/// A timeline as text, one line per entry, identical on every machine.
///
///     0.120000  engine 1  player 1  event 0 HapticTransient intensity 0.8 sharpness 0.5
package enum TimelineText {
  /// Formats a number with six decimals, such as `0.120000`.
  package static func seconds(_ value: Double) -> String { decimal(value, places: 6) }

  /// Formats a number with up to three decimals, such as `0.8`.
  package static func number(_ value: Double) -> String {
    var text = decimal(value, places: 3)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let units = Int64((abs(value) * scale).rounded())
    let fraction = String(units % Int64(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(value < 0 && units > 0 ? "-" : "")\(units / Int64(scale)).\(zeros)\(fraction)"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
  }
}

extension Timeline: CustomStringConvertible {
  /// One line per entry, preceded by the number of dropped entries, if any.
  public var description: String {
    let lines = entries.map(\.description)
    let lost = forgotten > 0 ? ["(\(forgotten) older entries were dropped)"] : []
    return (lost + lines).joined(separator: "\n")
  }
}

extension TimelineEntry: CustomStringConvertible {
  /// Time, engine, player and content.
  public var description: String {
    let time = TimelineText.seconds(self.time)
    let lead = String(repeating: " ", count: max(0, 12 - time.count))
    let who = engine == 0 ? "device" : engine == HapticEngine.systemNumber ? "system" : "engine \(engine)"
    let player = player.map { "player \($0)" } ?? ""
    return "\(lead)\(time)  \(TimelineText.padded(who, 9)) \(TimelineText.padded(player, 10)) \(fact)"
      + (locality.map { ", \($0)" } ?? "")
  }
}

extension TimelineFact: CustomStringConvertible {
  /// Content in words.
  public var description: String {
    switch self {
    case .engineMade: "made"
    case .engineKept(let test): "lives on from \(test.map { "the test “\($0)”" } ?? "an earlier test")"
    case .engineGone: "gone"
    case .playerMade(let isAdvanced, let duration):
      "made\(isAdvanced ? ", advanced" : ""), \(TimelineText.seconds(duration)) s"
    case .playerDropped: "dropped"
    case .call(let call, let arguments, let error):
      "\(call.rawValue)\(arguments.isEmpty ? "" : " (\(arguments))")" + outcome(error)
    case .state(let state): "is \(state.rawValue)"
    case .handler(let kind, let detail): "→ \(kind.rawValue)\(detail.isEmpty ? "" : ": \(detail)")"
    case .switched(let name, let value): "\(name) = \(value)"
    case .parameterSent(let id, let value, let at):
      "\(id.rawValue) \(TimelineText.number(value)) sent, due at \(TimelineText.seconds(at))"
    case .parameterApplied(let id, let value, let frame, let ramp):
      "\(id.rawValue) \(TimelineText.number(value)) at frame \(frame)"
        + (ramp.map { ", a ramp to frame \($0.frame)" } ?? "")
    case .playerStarted(let frame): "begins at frame \(frame)"
    case .playerLooped(let frame): "loops at frame \(frame)"
    case .playerFinished(let frame, let error):
      "finished" + (frame.map { " at frame \($0)" } ?? "") + outcome(error)
    case .event(let index, let type, let frame, let intensity, let sharpness, let duration):
      "event \(index) \(type.rawValue) at frame \(frame), intensity \(TimelineText.number(intensity)), "
        + "sharpness \(TimelineText.number(sharpness))" + (duration.map { ", \(TimelineText.number($0)) s" } ?? "")
    case .feedback(let name, let action): "\(name) \(action)"
    case .fault(let fault): "! \(fault)"
    case .trap(let trap, let text): "trap (\(trap.rawValue)): \(text)"
    case .note(let note): "note: \(note)"
    }
  }

  private func outcome(_ error: EngineError.Code?) -> String { error.map { " ✗ \($0.name)" } ?? "" }
}

extension FeedbackAction: CustomStringConvertible {
  /// Result in words.
  public var description: String {
    switch self {
    case .prepared: "prepared"
    case .played(let intensity): "played" + (intensity == 1 ? "" : " at \(TimelineText.number(intensity))")
    case .withheld(let reason): "not felt: \(reason)"
    }
  }
}
