import ThrumPattern

extension PatternFormat {
  /// Apple Haptic and Audio Pattern, implemented in `ThrumPattern`.
  public static let ahap = PatternFormat(
    id: "ahap", title: "AHAP", endings: [".ahap"], refusal: "Core Haptics rejects this pattern",
    examples: ["thrum convert messy.ahap tidy.ahap"]
  ) { bytes, name, limits in
    let document = AHAP.read(bytes, name: name, limits: limits)
    return PatternContent(
      parts: document.pattern.map { [PatternDocument.Part(title: nil, pattern: $0)] } ?? [],
      diagnostics: document.diagnostics, ahap: document)
  }
}
