import ThrumPattern

extension PatternWriter {
  /// A Dart library for the packages `gaimon` and `vibration`.
  static let flutter = PatternWriter(
    id: "flutter.dart", title: "Flutter, Dart (.dart)", group: "Flutter", ending: ".dart", kind: "flutter"
  ) { request throws(WriteError) in
    let tiers = try PhoneTiers(request)
    return File(
      bytes: Array(DartValue.text(tiers, name: request.name).utf8), losses: tiers.losses, feel: tiers.feel,
      identifier: DartValue.type(request.name))
  }
}

private enum DartValue {
  static func type(_ name: String) -> String { CodeName.type(name, reserved: ["Function", "List", "String"]) }

  static func text(_ tiers: PhoneTiers, name: String) -> String {
    let type = type(name)
    var lines = [
      "// Made by Thrum, for the packages gaimon 1 and vibration 3:",
      "//   if (Platform.isIOS) {",
      "//     Gaimon.patternFromData(\(type).ahap);",
      "//   } else if (await Vibration.hasAmplitudeControl()) {",
      "//     Vibration.vibrate(pattern: \(type).timings, intensities: \(type).amplitudes);",
      "//   } else {",
      "//     Vibration.vibrate(pattern: \(type).offOn);",
      "//   }",
      "// `Gaimon.patternFromWaveForm(\(type).timings, \(type).amplitudes, false)` plays the same as the second. Without",
      "// strengths, \(tiers.switched.words).",
    ]
    if !tiers.sounds.isEmpty {
      lines.append("// The iPhone app's bundle also needs \(tiers.sounds.map { quoted($0) }.joined(separator: ", ")).")
    }
    // A raw string ends at three apostrophes; JSON may write them otherwise.
    let ahap = String(decoding: AHAP.write(tiers.ahap), as: UTF8.self).flatMap { $0 == "'" ? Array("\\u0027") : [$0] }
    lines += [
      "", "abstract final class \(type) {", "  /// For Core Haptics.", "  static const String ahap = r'''",
      String(ahap.dropLast()) + "''';", "", "  /// Milliseconds at each of [amplitudes].",
      "  static const List<int> timings = [",
    ]
    lines += CodeText.rows(tiers.steps.map { $0.milliseconds }, indent: "    ")
    lines += ["  ];", "", "  /// Strengths from 0 to 255.", "  static const List<int> amplitudes = ["]
    lines += CodeText.rows(tiers.steps.map { $0.amplitude ?? 255 }, indent: "    ")
    lines += [
      "  ];", "", "  /// Milliseconds, alternately off and on, beginning with off.",
      "  static const List<int> offOn = [",
    ]
    lines += CodeText.rows(tiers.switched.offOn, indent: "    ")
    return (lines + ["  ];", "}", ""]).joined(separator: "\n")
  }
}
