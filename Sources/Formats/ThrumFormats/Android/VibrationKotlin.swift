import ThrumPattern

struct VibrationKotlin {
  static func identifier(_ name: String) -> String { CodeName.identifier(name, reserved: keywords) }

  /// Writes a function that returns the effect, or a `suspend` function that plays several effects. Drops from `name`
  /// characters that Kotlin forbids.
  static func text(_ sequence: VibrationSequence, name: String) -> String {
    guard let first = sequence.parts.first?.effect else { return "" }
    let identifier = identifier(name)
    let isSingle = sequence.parts.count == 1 && sequence.parts[0].start == 0
    var lines = ["import android.os.VibrationEffect"]
    if !isSingle { lines.append("import android.os.Vibrator") }
    if first.apiLevel > 26 { lines.append("import androidx.annotation.RequiresApi") }
    if !isSingle { lines.append("import kotlinx.coroutines.delay") }
    lines.append("")
    lines.append("/** \(note(first)) Made by Thrum. */")
    if first.apiLevel > 26 { lines.append("@RequiresApi(\(first.apiLevel))") }
    if isSingle {
      lines.append("fun \(identifier)(): VibrationEffect =")
      lines += expression(first).map { "    " + $0 }
    } else {
      lines.append("suspend fun \(identifier)(vibrator: Vibrator) {")
      var before = 0
      for part in sequence.parts {
        if part.start > before { lines.append("    delay(\(part.start - before))") }
        before = part.start
        let effect = expression(part.effect)
        lines.append("    vibrator.vibrate(")
        lines += effect.map { "        " + $0 }
        lines.append("    )")
      }
      lines.append("}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func note(_ effect: VibrationEffect) -> String {
    switch effect {
    case .waveform:
      "Amplitudes require `Vibrator.hasAmplitudeControl()`; without it, every step plays at full strength."
    case .envelope, .basicEnvelope: "Plays only if `Vibrator.areEnvelopeEffectsSupported()` is true."
    case .primitives: "Plays only if `Vibrator.areAllPrimitivesSupported(…)` is true."
    case .predefined: "How it feels is up to the device."
    case .timeline: "Requires API level 37.2. Phones without envelopes play a fallback."
    }
  }

  private static func expression(_ effect: VibrationEffect) -> [String] {
    switch effect {
    case .waveform(let waveform):
      return ["VibrationEffect.createWaveform("]
        + wrapped("longArrayOf", waveform.steps.map { "\($0.milliseconds)" })
        + wrapped(
          "intArrayOf", waveform.steps.map { $0.amplitude.map(String.init) ?? "VibrationEffect.DEFAULT_AMPLITUDE" })
        + ["    \(waveform.repeats ?? -1)", ")"]
    case .envelope(let envelope):
      let begin = envelope.initialHertz.map { ["    .setInitialFrequencyHz(\($0)f)"] } ?? []
      return ["VibrationEffect.WaveformEnvelopeBuilder()"] + begin
        + envelope.points.map { "    .addControlPoint(\($0.amplitude)f, \($0.hertz)f, \($0.milliseconds))" }
        + ["    .build()"]
    case .basicEnvelope(let envelope):
      let begin = envelope.initialSharpness.map { ["    .setInitialSharpness(\($0)f)"] } ?? []
      return ["VibrationEffect.BasicEnvelopeBuilder()"] + begin
        + envelope.points.map { "    .addControlPoint(\($0.intensity)f, \($0.sharpness)f, \($0.milliseconds))" }
        + ["    .build()"]
    case .primitives(let primitives):
      let composition = "VibrationEffect.Composition"
      return ["VibrationEffect.startComposition()"]
        + primitives.map { primitive in
          var arguments = ["\(composition).PRIMITIVE_\(primitive.name.rawValue.uppercased())", "\(primitive.scale)f"]
          if primitive.delay != 0 || primitive.kind != .pause { arguments.append("\(primitive.delay)") }
          if primitive.kind == .offset { arguments.append("\(composition).DELAY_TYPE_RELATIVE_START_OFFSET") }
          return "    .addPrimitive(\(arguments.joined(separator: ", ")))"
        } + ["    .compose()"]
    case .timeline(let elements):
      let preset = "VibrationEffect.Preset"
      return ["VibrationEffect.Builder()"]
        + elements.flatMap { element -> [String] in
          switch element.content {
          case .preset(let name, let scale):
            let create = "\(preset).create(\(preset).PRESET_\(name.rawValue.uppercased()), \(scale)f)"
            return ["    .addPreset(\(element.start), \(create))"]
          case .envelope(let envelope):
            let builder = expression(.basicEnvelope(envelope)).dropLast()
            return ["    .addEnvelope(\(element.start), VibrationEffect.Envelope.create("]
              + builder.map { "        " + $0 } + ["    ))"]
          }
        } + ["    .build()"]
    case .predefined(let name):
      return ["VibrationEffect.createPredefined(VibrationEffect.EFFECT_\(name.rawValue.uppercased()))"]
    }
  }

  private static func wrapped(_ function: String, _ values: [String]) -> [String] {
    let rows = stride(from: 0, to: values.count, by: 16).map { first in
      "        " + values[first..<min(first + 16, values.count)].joined(separator: ", ") + ","
    }
    return ["    \(function)("] + rows + ["    ),"]
  }

  private static let keywords: Set = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is", "null",
    "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var", "when",
    "while",
  ]
}
