import ThrumPattern

/// Writes vibration XML for Android's `VibrationXmlParser` (AOSP, `core/xsd/vibrator/vibration/vibration.xsd`).
struct VibrationXMLWriter {
  private var lines: [String] = []

  static func text(_ effect: VibrationEffect) -> String {
    var writer = VibrationXMLWriter()
    writer.lines.append("<vibration-effect>")
    writer.content(effect)
    writer.lines.append("</vibration-effect>")
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func content(_ effect: VibrationEffect) {
    switch effect {
    case .waveform(let waveform):
      lines.append("  <waveform-effect>")
      for (index, step) in waveform.steps.enumerated() {
        if index == waveform.repeats { lines.append("    <repeating>") }
        let inside = index >= waveform.repeats ?? .max ? "      " : "    "
        let amplitude = step.amplitude.map(String.init) ?? "default"
        lines.append(inside + #"<waveform-entry durationMs="\#(step.milliseconds)" amplitude="\#(amplitude)" />"#)
      }
      if waveform.repeats != nil { lines.append("    </repeating>") }
      lines.append("  </waveform-effect>")
    case .envelope(let envelope):
      let begin = envelope.initialHertz.map { #" initialFrequencyHz="\#($0)""# } ?? ""
      lines.append("  <waveform-envelope-effect\(begin)>")
      for point in envelope.points {
        lines.append(
          #"    <control-point amplitude="\#(point.amplitude)" frequencyHz="\#(point.hertz)" durationMs="\#(point.milliseconds)" />"#
        )
      }
      lines.append("  </waveform-envelope-effect>")
    case .basicEnvelope(let envelope):
      let begin = envelope.initialSharpness.map { #" initialSharpness="\#($0)""# } ?? ""
      lines.append("  <basic-envelope-effect\(begin)>")
      for point in envelope.points {
        lines.append(
          #"    <control-point intensity="\#(point.intensity)" sharpness="\#(point.sharpness)" durationMs="\#(point.milliseconds)" />"#
        )
      }
      lines.append("  </basic-envelope-effect>")
    case .primitives(let primitives):
      for primitive in primitives {
        var tag = #"  <primitive-effect name="\#(primitive.name.rawValue)""#
        if primitive.scale != 1 { tag += #" scale="\#(primitive.scale)""# }
        if primitive.delay != 0 { tag += #" delayMs="\#(primitive.delay)""# }
        if primitive.kind != .pause { tag += #" delayType="\#(primitive.kind.rawValue)""# }
        lines.append(tag + " />")
      }
    case .timeline: break
    case .predefined(let name): lines.append(#"  <predefined-effect name="\#(name.rawValue)" />"#)
    }
  }
}
