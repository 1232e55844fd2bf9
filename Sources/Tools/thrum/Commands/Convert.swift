import ThrumAnalysis
import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumPattern
import ThrumDevice

/// `thrum convert`: AHAP to `.haptic` and to Android's effects, and back.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert patterns to .haptic, to AHAP and to Android’s effects, and back.",
    discussion: """
      Examples:
        thrum convert rumble.ahap rumble.haptic
        thrum convert clip.haptic clip.ahap  (one file, or a pair)
        thrum convert clip.haptic clip.ahap --merge
        thrum convert messy.ahap tidy.ahap
        thrum convert preset:pop pop.ahap
        thrum convert rumble.ahap rumble.xml  (vibration XML; a waveform)
        thrum convert rumble.ahap Rumble.kt --to basic-envelope
        thrum convert effect.xml effect.ahap

      What the other format cannot say is listed on standard error, a line each; nothing is dropped silently. A clip \
      with pulses becomes two AHAP files, which `thrum play` joins: in one file the curves would bend the transients.

      For Android the name ends in .xml (vibration XML), .json (the arguments of the builders) or .kt (Kotlin to paste).
      """)

  @Argument(
    help:
      "What to convert: .ahap, .haptic, vibration XML or JSON, or a preset; x_continuous.ahap brings x_transients.ahap along.",
    completion: Completions.patterns)
  var input: String

  @Argument(help: "Output file; its extension selects the format.", completion: .file())
  var output: String

  @Flag(name: .long, help: "Write one AHAP file even though curves then affect the transients.")
  var merge = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The kind of effect for Android: \(AndroidFile.kinds.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"
    ),
    completion: .list(AndroidFile.kinds.map(\.rawValue)))
  var kind: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How many points an envelope for Android may have; every device takes \(VibrationLimits.points).", valueName: "n")
  )
  var points: Int?

  mutating func validate() throws {
    let android = AndroidFile.Form(fileName: output)
    guard PatternDocument.Format(fileName: output) != nil || android != nil else {
      throw ValidationError(
        "the output’s name must end in \(PatternDocument.Format.endings), or for Android in \(AndroidFile.Form.endings)"
      )
    }
    guard android != nil || (kind == nil && points == nil) else {
      throw ValidationError(
        "--to and --points are for Android: the output’s name must end in \(AndroidFile.Form.endings)")
    }
    if let kind, !AndroidFile.kinds.map(\.rawValue).contains(kind) {
      throw ValidationError("--to \(kind): the kinds are \(AndroidFile.kinds.map(\.rawValue).joined(separator: ", "))")
    }
    let envelopes = [VibrationEffect.Kind.envelope, .basicEnvelope].map(\.rawValue)
    if points != nil, !envelopes.contains(kind ?? "") {
      throw ValidationError("--points is for envelopes: add --to \(envelopes.joined(separator: " or --to "))")
    }
    if let points, !(4...10_000).contains(points) {
      throw ValidationError("--points \(points): an envelope has from 4 to 10000 points")
    }
  }

  func run() throws {
    try reporting {
      let inputs = try PatternFile.readAll([input])
      try OutputGuard.refuse(output, over: inputs.map(\.path))
      if let form = AndroidFile.Form(fileName: output) {
        try write(android(inputs, form), output)
      } else if PatternDocument.Format(fileName: output) == .haptic {
        try write(try clip(inputs).write(), output)
      } else if let clip = inputs.first?.document.clip {
        try write(clip)
      } else {
        for (index, input) in inputs.enumerated() {
          let name = inputs.count == 1 ? output : named(output, index == 0 ? "_continuous" : "_transients")
          try write(AHAP.write(try input.playable()), name)
        }
      }
    }
  }

  /// A file for Android: made of what was read, or of the effect itself when that is what was read.
  private func android(_ inputs: [PatternFile], _ form: AndroidFile.Form) throws -> [UInt8] {
    var file = AndroidFile(kind: kind.flatMap(VibrationEffect.Kind.init(rawValue:)), points: points)
    let name = URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
    do {
      let bytes =
        if let effects = inputs.first?.document.vibration,
          points == nil, kind == nil || effects.parts.first?.effect.kind.rawValue == kind
        {
          try file.text(effects, form, name: name)
        } else {
          try file.text(try clip(inputs, for: .effect), form, name: name)
        }
      Console.messages(file.losses.map { "\(input): lost: \($0)" })
      return bytes
    } catch let error as VibrationMaker.Failure { throw Failure(.badData, "\(input): \(error)") }
  }

  /// The clip that was read, or one made of patterns.
  private func clip(_ inputs: [PatternFile], for target: ClipMaker.Target = .file) throws -> HapticClip {
    let patterns = try inputs.map { try $0.playable() }
    if let clip = inputs.first?.document.clip { return clip }
    let settings = RenderSettings()
    var timeline = PatternTimeline()
    for (input, pattern) in zip(inputs, patterns) {
      let compiled = try input.compiled(sampleRate: settings.sampleRate)
      timeline.add(pattern, soundSeconds: compiled.soundSeconds)
    }
    var maker = ClipMaker(timeline, patterns, for: target)
    let clip: HapticClip
    do throws(ClipMaker.TooLong) { clip = try maker.clip() } catch { throw Failure(.badData, "\(input): \(error)") }
    Console.messages(maker.losses.map { "\(input): lost: \($0)" })
    return clip
  }

  private func write(_ clip: HapticClip) throws {
    let (continuous, transients) = (clip.continuousPattern, clip.transientPattern)
    let isOurs = clip.metadata["editor"] == .string("Thrum \(ThrumVersion.current)")
    let kept = ["project", "description", "author"] + (isOurs ? ["editor"] : [])
    let lost = clip.metadata.members.map(\.name).filter { !kept.contains($0) }
    Console.messages(lost.map { "\(input): lost: metadata “\(quoted($0))”: AHAP has no place for it here" })
    if transients.entries.isEmpty { return try write(AHAP.write(continuous), output) }
    if continuous.entries.isEmpty { return try write(AHAP.write(transients), output) }
    if merge {
      Console.message("\(input): warning: in one file the curves shape the transients as well")
      return try write(AHAP.write(clip.mergedPattern), output)
    }
    try write(AHAP.write(continuous), named(output, "_continuous"))
    try write(AHAP.write(transients), named(output, "_transients"))
  }

  private func named(_ path: String, _ suffix: String) -> String { path.dropLast(".ahap".count) + suffix + ".ahap" }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try OutputGuard.refuse(path, over: [input])
    try AtomicFile.write(bytes, to: path)
    try Console.name(path)
  }
}
