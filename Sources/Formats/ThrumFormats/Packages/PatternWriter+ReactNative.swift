import ThrumPattern

extension PatternWriter {
  /// A TypeScript module for `react-native-haptic-feedback` and React Native's own `Vibration`.
  static let reactNative = PatternWriter(
    id: "react-native.ts", title: "React Native, TypeScript (.ts)", group: "React Native", ending: ".ts",
    kind: "react-native"
  ) { request throws(WriteError) in
    let tiers = try PhoneTiers(request)
    let value = TypeScriptValue(tiers, request)
    return File(
      bytes: Array(value.text.utf8), losses: tiers.losses, feel: tiers.feel, identifier: value.identifier)
  }
}

private struct TypeScriptValue {
  private let tiers: PhoneTiers
  let identifier: String
  /// Name of the pattern in the app's bundle, whatever the name of the code.
  private let file: String
  private let isMember: Bool

  init(_ tiers: PhoneTiers, _ request: PatternWriter.Request) {
    self.tiers = tiers
    identifier = CodeName.identifier(request.name, reserved: TypeScriptValue.reserved)
    file = (request.patternName.isEmpty ? identifier : request.patternName) + ".ahap"
    isMember = request.isMember
  }

  var text: String {
    var lines = [
      "// Made by Thrum, for react-native-haptic-feedback 3:",
      "//   import { playHaptic } from \"react-native-haptic-feedback\";",
      "//   await playHaptic(\(identifier).file, \(identifier).events);",
      "// On iPhones this plays the file of that name in the app's bundle; on Android, the events. For motors without",
      "// strengths: `Vibration.vibrate(\(identifier).offOn)` of React Native, on Android. There,",
      "// \(tiers.switched.words).",
    ]
    if !tiers.sounds.isEmpty {
      lines.append("// The bundle also needs \(tiers.sounds.map(TypeScriptValue.literal).joined(separator: ", ")).")
    }
    lines += [
      "import type { AhapType, HapticEvent } from \"react-native-haptic-feedback\";", "",
    ]
    if isMember { lines.append("export const \(identifier) = (() => {") }
    lines.append("/** The text of the file. */")
    let json = String(decoding: AHAP.write(tiers.ahap), as: UTF8.self)
    // A closing brace, and the file's last line feed.
    let object = String(json.dropLast())
    lines += [
      isTyped
        ? "const ahap: AhapType = \(object);"
        : "// It has what the type lacks.\nconst ahap = \(object) as unknown as AhapType;", "",
      "/** What Android plays: each event at one strength. */", "const events: HapticEvent[] = [",
    ]
    var time = 0
    for step in tiers.steps {
      if let amplitude = step.amplitude, amplitude > 0, step.milliseconds > 0 {
        let intensity = (Double(amplitude) / 255 * 10_000).rounded() / 10_000
        lines.append(
          "  { time: \(time), type: \"continuous\", duration: \(step.milliseconds), intensity: \(intensity) },")
      }
      time += step.milliseconds
    }
    lines += [
      "];", "", "/** Milliseconds, alternately off and on, beginning with off. */", "const offOn: number[] = [",
    ]
    lines += CodeText.rows(tiers.switched.offOn, indent: "  ")
    let value = "{ file: \(TypeScriptValue.literal(file)), ahap, events, offOn };"
    lines += ["];", ""]
    lines +=
      isMember
      ? ["return \(value)", "})();", ""]
      : ["export const \(identifier) = \(value)", "", "export default \(identifier);", ""]
    return lines.joined(separator: "\n")
  }

  /// Whether the package's type has a form for every entry.
  private var isTyped: Bool {
    guard tiers.ahap.version ?? 1 == 1 else { return false }
    return tiers.ahap.entries.allSatisfy { entry in
      switch entry {
      case .event(let event):
        !event.parameters.isEmpty && event.waveformLoopEnabled == nil && event.waveformUseVolumeEnvelope == nil
          && (event.type != .audioContinuous) && (event.type == .hapticContinuous || event.duration == nil)
      case .curve: true
      case .parameter, .unknown: false
      }
    }
  }

  private static func literal(_ text: String) -> String {
    var writer = JSONWriter(pretty: false)
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Words of the language, and names in the module.
  private static let reserved: Set = [
    "ahap", "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
    "delete",
    "do", "else", "enum", "eval", "events", "export", "extends", "false", "finally", "for", "function", "if",
    "implements", "import", "in", "instanceof", "interface", "let", "new", "null", "offOn", "package", "private",
    "protected", "public", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined",
    "var", "void", "while", "with", "yield",
  ]
}
