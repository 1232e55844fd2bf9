import ThrumPattern

extension PatternWriter {
  /// `navigator.vibrate`, as JSON that Thrum reads back, or as a module in JavaScript.
  static let web = [
    PatternWriter(
      id: "web.json", title: "navigator.vibrate (.json)", group: "Web", ending: ".json", kind: "web"
    ) { request throws(WriteError) in
      let times = try WebTimes(request)
      let text = "{ \"vibrate\": [\(times.durations.map { "\($0)" }.joined(separator: ", "))] }\n"
      return File(bytes: Array(text.utf8), losses: times.losses, feel: [times.switched.feel])
    },
    PatternWriter(
      id: "web.js", title: "navigator.vibrate, JavaScript (.js)", group: "Web", ending: ".js", kind: "web"
    ) { request throws(WriteError) in
      let times = try WebTimes(request)
      return File(
        bytes: Array(times.script(request).utf8), losses: times.losses, feel: [times.switched.feel],
        identifier: WebTimes.identifier(request.name))
    },
  ]
}

/// What Chromium plays of a list for `navigator.vibrate`.
package enum WebLimits {
  /// Number of durations. It is odd, so that the last one is on.
  package static let durations = 99
  /// Longest duration, ms.
  static let milliseconds = 10_000
}

/// Times that browsers play whole.
private struct WebTimes {
  let durations: [Int]
  let switched: SwitchedTimes
  let losses: [String]

  init(_ request: PatternWriter.Request) throws(PatternWriter.WriteError) {
    switched = try SwitchedTimes(request)
    let whole = switched.onOff.flatMap(WebTimes.parts)
    let kept = whole.prefix(WebLimits.durations)
    durations = Array(kept)
    var losses = switched.losses
    if kept.count < whole.count {
      let seconds = Double(kept.reduce(0, +)) / 1_000
      losses.append("everything after \(fixed(seconds, 3)) s: browsers play \(WebLimits.durations) durations")
    }
    self.losses = losses
  }

  /// Parts of a duration, with nothing of the other kind between.
  private static func parts(_ duration: Int) -> [Int] {
    let longest = WebLimits.milliseconds
    guard duration > longest else { return [duration] }
    let rest = duration % longest
    let parts = [Int](repeating: longest, count: duration / longest) + (rest > 0 ? [rest] : [])
    return Array(parts.map { [$0] }.joined(separator: [0]))
  }

  static func identifier(_ name: String) -> String { CodeName.identifier(name, reserved: reserved) }

  func script(_ request: PatternWriter.Request) -> String {
    let identifier = WebTimes.identifier(request.name)
    let lines =
      [
        "// Made by Thrum. Plays where `navigator.vibrate` exists: `navigator.vibrate(\(identifier))`.",
        "// As it is, \(switched.words).", "",
        "/** Milliseconds, alternately on and off, beginning with on. */", "export const \(identifier) = [",
      ] + CodeText.rows(durations, indent: "  ") + ["];", ""]
      + (request.isMember ? [] : ["export default \(identifier);", ""])
    return lines.joined(separator: "\n")
  }

  private static let reserved: Set = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
    "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import",
    "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return",
    "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void", "while", "with",
    "yield",
  ]
}
