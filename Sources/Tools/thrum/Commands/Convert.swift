import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert patterns from one format to another.",
    discussion: """
      Examples:
      \(PatternFormat.all.flatMap(\.examples).map { "  \($0)\n" }.joined())\
        thrum convert preset:pop pop.ahap
        thrum convert rumble.ahap rumble.json --to web    (browsers; also .js)
        thrum convert rumble.ahap rumble.ts               (React Native)
        thrum convert rumble.ahap rumble.dart             (Flutter)
        thrum convert splash.ahap tap.ahap Haptics.swift  (accessors for an app)
        thrum convert splash.ahap tap.ahap Haptics.swift --check
        thrum convert Haptics/ Haptics.ts                 (also .dart, .js and .kt)

      Whatever the other format cannot express is listed on standard error, one item per line; nothing is dropped \
      silently. A clip with pulses becomes two AHAP files, which `thrum play` joins: in one file, the curves would also \
      scale the transients.

      For Android, the output's name ends in .xml (vibration XML), .json (the builders' arguments) or .kt (Kotlin code). \
      `--to openharmony` writes .json for OpenHarmony, and `--to web` for browsers.

      For an app, the output's name ends in \(Convert.listedCode), and several patterns or folders become one file, in \
      which each has its name: `try Haptics.splash.player(on: engine)`. With `--check`, nothing is written: the exit \
      code is 1 if the file is not what the patterns would make.
      """)

  @Argument(
    help:
      "A pattern in any format, or a preset; x_transients.ahap is read along with x_continuous.ahap.",
    completion: Completions.patterns)
  var input: String

  @Argument(
    help: ArgumentHelp(
      "Output file; its extension selects the format. More patterns and folders may precede a file of code.",
      valueName: "output"), completion: .file())
  var others: [String] = []

  @Option(
    name: [.customShort("o"), .customLong("output")], help: "The output file, as with other commands.",
    completion: .file())
  var namedDestination: String?

  var output: String { namedDestination ?? others.last ?? "" }
  var inputs: [String] { [input] + (namedDestination == nil ? others.dropLast() : others) }
  var isSwift: Bool { output.lowercased().hasSuffix(".swift") }

  /// Endings of files of code, which can have several patterns.
  private static let code = [".swift"] + PatternWriter.codeEndings
  private static let listedCode = PatternFormat.listed(code)
  private var isCode: Bool { Convert.code.contains { output.lowercased().hasSuffix($0) } }

  @Flag(name: .long, help: "Write nothing: compare the file of code with the patterns.")
  var check = false

  @Flag(name: .long, help: "Write one AHAP file even though curves then affect the transients.")
  var merge = false

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Kind of effect in \(PatternWriter.endingsWithKinds): \(PatternWriter.kinds.joined(separator: ", ")).",
      valueName: "kind"),
    completion: .list(PatternWriter.kinds))
  var kind: String?

  @Option(
    name: .customLong("api-level"),
    help: ArgumentHelp(
      "Android API level of the phone, such as 36 or 37.2: selects the newest kind that changes nothing that can be "
        + "felt, or the one that loses the least.",
      valueName: "level"))
  var apiLevel: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Maximum number of points in an Android envelope; every device supports \(VibrationLimits.points).",
      valueName: "n")
  )
  var points: Int?

  /// Writers among which each pattern's loss decides, the newest first. Empty for AHAP.
  private var writers: [PatternWriter] {
    let writers = PatternWriter.writers(forFileName: output)
    if let apiLevel {
      return writers.filter { $0.offeredFrom ?? .infinity <= apiLevel }.sorted {
        $0.offeredFrom ?? 0 > $1.offeredFrom ?? 0
      }
    }
    guard let kind else { return Array(writers.prefix(1)) }
    return Array(writers.filter { $0.kind == kind }.prefix(1))
  }

  /// `nil` for AHAP. Of several, any: they differ only in the kind of effect.
  var writer: PatternWriter? { writers.first }

  mutating func validate() throws {
    guard !output.isEmpty else { throw ValidationError("Missing expected argument '<output>'") }
    guard isCode || inputs.count == 1 else {
      throw ValidationError(
        namedDestination == nil
          ? "several patterns fit only a file of code (\(Convert.listedCode)): give one input and one output"
          : "-o and <output> both name the output: give only one")
    }
    guard isCode || !check else {
      throw ValidationError("--check compares a file of code (\(Convert.listedCode)) with its patterns")
    }
    let writers = PatternWriter.writers(forFileName: output)
    guard isSwift || !writers.isEmpty || PatternFormat(fileName: output) == .ahap else { throw unwritable }
    guard writers.contains(where: { $0.kind != nil }) || (kind == nil && points == nil) else {
      throw ValidationError(
        "--to and --points need another output: its name must end in \(PatternWriter.endingsWithKinds)")
    }
    if let kind, writer == nil {
      let kinds = writers.compactMap(\.kind).joined(separator: ", ")
      let endings = PatternWriter.all.filter { $0.kind == kind }.map(\.ending)
      let here = "for \(output), choose \(kinds)"
      throw ValidationError(
        endings.isEmpty
          ? "there is no kind “\(quoted(kind))”: \(here)"
          : "--to \(kind) does not fit the output's name: it needs one that ends in \(PatternFormat.listed(endings)); \(here)"
      )
    }
    try validateLevel(writers)
    guard let points else { return }
    guard let range = writer?.points else {
      let kinds = writers.filter { $0.points != nil }.compactMap(\.kind)
      throw ValidationError("--points is for envelopes: add --to \(kinds.joined(separator: " or --to "))")
    }
    guard range.contains(points) else {
      throw ValidationError(
        "--points \(points): an envelope must have \(range.lowerBound) to \(range.upperBound) points")
    }
  }

  /// Names the command that writes the output's format, if there is one.
  private var unwritable: ValidationError {
    let name = output.lowercased()
    if let ending = SoundEndings.of(output) {
      return ValidationError(
        "a sound (.\(ending)) is written by `thrum render \(input) -o \(output)`, not by `convert`")
    }
    if [".mid", ".midi"].contains(where: name.hasSuffix) {
      return ValidationError("Thrum reads MIDI files, but does not write them: \(endings)")
    }
    return ValidationError(endings)
  }

  private var endings: String {
    let writable = PatternFormat.named.filter { $0 == .ahap || !$0.writers.isEmpty }.flatMap(\.endings)
    let others = PatternWriter.all.map(\.ending).filter { !writable.contains($0) }
    let all = others.reduce(into: writable) { if !$0.contains($1) { $0.append($1) } } + [".swift"]
    return "the output’s name must end in \(PatternFormat.listed(all))"
  }

  private func validateLevel(_ writers: [PatternWriter]) throws {
    guard let apiLevel else { return }
    guard kind == nil else {
      throw ValidationError("--api-level and --to both select the kind of effect: give only one")
    }
    guard let least = writers.compactMap(\.offeredFrom).min() else {
      throw ValidationError(
        "--api-level is for Android: the output’s name must end in \(AndroidFile.Form.endings)")
    }
    guard apiLevel >= least else {
      throw ValidationError("--api-level \(apiLevel): effects of varying strength need \(Int(least)) or later")
    }
  }

  func run() throws {
    try reporting {
      if isCode { return try writeAccessors() }
      let inputs = try PatternFile.readAll([input])
      try OutputGuard.refuse(output, over: inputs.map(\.path))
      if writer != nil {
        return try write(try made(inputs, name: Convert.stem(of: output), as: inputName).bytes, output)
      }
      let patterns = try inputs.map { try $0.playable() }
      let source = inputs.first?.document
      Console.messages((source?.losses ?? []).map { "\(inputName): lost: \($0)" })
      if merge, let merged = source?.merged, let change = source?.mergingChange {
        Console.message("\(inputName): warning: \(change)")
        return try write(AHAP.write(merged), output)
      }
      let names = patterns.count == 1 ? [output] : ["_continuous", "_transients"].map { named(output, $0) }
      if patterns.count > 1 {
        Console.message(
          "\(inputName): writing \(names.joined(separator: " and ")), which play together; --merge writes one file")
      }
      for (name, pattern) in zip(names, patterns) { try write(AHAP.write(pattern), name) }
    }
  }

  /// Converts a pattern, and says what is lost unless nothing is written.
  ///
  /// - Parameters:
  ///   - name: the name in the written file.
  ///   - shown: the pattern's path in messages.
  func made(
    _ inputs: [PatternFile], name: String, isMember: Bool = false, as shown: String
  ) throws -> PatternWriter.File {
    let settings = RenderSettings()
    var patterns = try inputs.map { try $0.playable() }
    var source = inputs.first?.document
    var timeline = PatternTimeline()
    if merge, patterns.count > 1, let merged = source?.merged, let change = source?.mergingChange {
      if !check { Console.message("\(shown): warning: \(change)") }
      (patterns, source) = ([merged], nil)
      timeline.add(merged)
    } else {
      for (input, pattern) in zip(inputs, patterns) {
        let compiled = try input.compiled(sampleRate: settings.sampleRate)
        timeline.add(pattern, soundSeconds: compiled.soundSeconds)
      }
    }
    let request = PatternWriter.Request(
      patterns, timeline: timeline, source: source, keepsKind: kind == nil && apiLevel == nil, name: name,
      patternName: input == "-" && shown == inputName ? name : Convert.stem(of: Convert.fileName(of: shown)),
      isMember: isMember, points: points, work: .endless)
    let (writer, file): (PatternWriter, PatternWriter.File)
    do throws(PatternWriter.WriteError) { (writer, file) = try PatternWriter.nearest(of: writers, request) } catch {
      throw Failure(.badData, "\(shown): \(error.commandDescription)")
    }
    if check { return file }
    if apiLevel != nil, let kind = writer.kind {
      Console.message("\(shown): written as \(kind): up to this API level, no kind feels more like the pattern")
    }
    // Another format than the source's is written from what AHAP can hold.
    let isNative = source?.clip != nil || source?.format.writers.contains { $0.id == writer.id } == true
    let read = isNative ? [] : source?.losses ?? []
    Console.messages((read + file.losses).map { "\(shown): lost: \($0)" })
    Console.messages(try writer.felt(file, request).map { "\(shown): \($0.words)" })
    return file
  }

  /// A path's last name, without its ending.
  static func stem(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// The name of a pattern's file; presets are files of their name.
  private static func fileName(of path: String) -> String {
    PatternFile.isPreset(path) ? String(path.dropFirst("preset:".count)) + ".ahap" : path
  }

  var inputName: String { input == "-" ? "<stdin>" : input }

  private func named(_ path: String, _ suffix: String) -> String { path.dropLast(".ahap".count) + suffix + ".ahap" }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try OutputGuard.refuse(path, over: [input])
    try AtomicFile.write(bytes, to: path)
    try Console.name(path)
  }
}
