import ThrumPattern

extension PatternFormat {
  /// Meta's haptic clips, version 1.
  public static let haptic = PatternFormat(
    id: "haptic", title: "haptic clip", endings: [".haptic"], refusal: "Thrum cannot read this .haptic clip",
    writers: [
      PatternWriter(id: "haptic", title: "Haptic clip (.haptic)", group: "Pattern", ending: ".haptic") {
        request throws(PatternWriter.WriteError) in
        let (clip, losses) = try HapticClip.made(of: request, for: .file)
        return PatternWriter.File(bytes: clip.write(), losses: losses)
      }
    ],
    examples: [
      "thrum convert rumble.ahap rumble.haptic", "thrum convert clip.haptic clip.ahap  (one file, or a pair)",
      "thrum convert clip.haptic clip.ahap --merge",
    ]
  ) { bytes, name, limits in
    let document = HapticClip.read(bytes, name: name, limits: limits)
    return PatternContent(
      clip: document.clip, diagnostics: document.diagnostics, native: document.clip.map { .clip($0) },
      version: document.clip == nil ? nil : 1)
  }
}

extension PatternContent {
  init(clip: HapticClip?, diagnostics: [Diagnostic], native: NativeContent?, version: Double? = nil) {
    self.init(parts: [], diagnostics: diagnostics, version: version, native: native)
    guard let clip else { return }
    let both = [
      PatternDocument.Part(title: "envelopes", pattern: clip.continuousPattern),
      PatternDocument.Part(title: "pulses", pattern: clip.transientPattern),
    ]
    let used = both.filter { !$0.pattern.entries.isEmpty }
    if used.count == 2 {
      parts = used
      merged = (clip.mergedPattern, "in a single pattern, the curves also affect the transients")
    } else {
      parts = [PatternDocument.Part(title: nil, pattern: (used.first ?? both[0]).pattern)]
    }
    let isOurs = clip.metadata["editor"] == .string("Thrum \(ThrumVersion.current)")
    let kept = ["project", "description", "author"] + (isOurs ? ["editor"] : [])
    losses = clip.metadata.members.map { $0.name }.filter { !kept.contains($0) }.map {
      "metadata “\(quoted($0))”: AHAP has no place for it"
    }
  }
}

extension HapticClip {
  /// Returns the source's clip, or one made from the patterns, with its losses.
  static func made(
    of request: PatternWriter.Request, for target: ClipMaker.Target
  ) throws(PatternWriter.WriteError) -> (clip: HapticClip, losses: [String]) {
    if let clip = request.source?.clip { return (clip, []) }
    var maker = ClipMaker(request.timeline, request.patterns, for: target, request.work)
    return (try maker.clip(), maker.losses)
  }
}

extension PatternDocument {
  /// `nil` for AHAP and unusable files.
  package var clip: HapticClip? {
    switch native {
    case .clip(let clip): clip
    case .vibration(let document): document.clip
    case .curvedEvents, nil: nil
    }
  }
}
