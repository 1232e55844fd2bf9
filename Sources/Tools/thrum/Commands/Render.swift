import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumOutput
import ThrumPattern
import ThrumSystem

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render patterns to a WAV or FLAC file, without a sound card.",
    discussion: """
      Examples:
        thrum render tap.ahap -o tap.wav
        thrum render a_continuous.ahap a_transients.ahap -o a.wav    (start together)
        thrum render tap.ahap -o - | aplay                 (to standard output)
        thrum render tap.ahap -o x.wav --signal displacement --actuator coin-lra-175
        thrum render tap.ahap -o x.wav --monitor small-speaker --format s16
        thrum render tap.ahap -o tap.flac                  (lossless, much smaller)
        thrum render --each Haptics/*.ahap -o out/   (one file each, on all cores)
        thrum render --list all.txt -o out/ --shard 3/8    (the third of eight parts)

      The same file, options and version produce the same bytes on every machine.
      """)

  @Argument(help: "AHAP files, which all start together; - is standard input.", completion: Completions.patterns)
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The WAV or .flac file to write; - is standard output. With --each or --list, a folder.",
    completion: .file())
  var output: String

  @Option(
    name: .long,
    help:
      "The signal to write: \(OfflineRenderer.Signal.allCases.map(\.rawValue).joined(separator: ", ")) (V, g, mm, full scale)."
  )
  var signal: OfflineRenderer.Signal = .monitor

  @Option(name: .long, help: "Frames per second.")
  var sampleRate: Int = 48_000

  @Option(name: .long, help: "Sample format: float, s16, s24, s32; FLAC supports s16 (its default) and s24.")
  var format: SampleFormat = .float32

  @Flag(
    name: .long, help: "With s16 and s24: add TPDF dither of ±1 LSB before rounding, for quiet patterns.")
  var dither = false

  @Flag(
    name: .long,
    help: "Render each file to its own WAV in the folder given with -o; skip outputs newer than their source.")
  var each = false

  @Option(
    name: .long,
    help: "A list of files to render, one per line, optionally with a tab and an output path; - is standard input.")
  var list: String?

  @OptionGroup var many: ManyOptions

  @Flag(name: .long, help: "With --each or --list: render again even if the output is newer than its source.")
  var again = false

  @Option(name: .long, help: "Speed: 0.5 takes twice as long, at the same pitch.")
  var rate: Double = 1

  @Flag(name: .long, help: "Repeat the patterns for --length seconds.")
  var loop = false

  @Option(
    name: .customLong("at-most"), parsing: .unconditional,
    help: ArgumentHelp(
      "End after this many seconds if the pattern lasts longer; unlike --length, adds no silence.", valueName: "seconds"
    ))
  var atMost: Double?

  @OptionGroup var sound: SoundOptions

  mutating func validate() throws {
    guard !files.isEmpty || list != nil else { throw ValidationError("nothing to render: specify a file") }
    guard each || list != nil || (many.shard == nil && many.jobs == nil && !again) else {
      throw ValidationError("--shard, --jobs and --again need --each or --list")
    }
    guard !(each || list != nil) || (output != "-" && !files.contains("-")) else {
      throw ValidationError("with --each or --list, -o must be a folder, and only the list can be standard input")
    }
    guard !writesFLAC || format != .signed32 else { throw ValidationError("FLAC supports s16 and s24, not s32") }
    guard !dither || format != .float32 else {
      throw ValidationError("--dither needs --format s16, s24 or s32: floats are not rounded")
    }
    if let other = Render.otherSound(output) {
      throw ValidationError(
        "render writes WAV and FLAC, not \(other): use a name that ends in .wav, then convert with sox or ffmpeg")
    }
    guard rate >= 0.01, rate <= 100 else { throw ValidationError("--rate must be between 0.01 and 100") }
    guard !loop || sound.length != nil else { throw ValidationError("--loop needs --length") }
    guard atMost == nil || sound.length == nil else { throw ValidationError("choose --length or --at-most") }
    if let atMost, !(atMost > 0 && atMost < 1e6) {
      throw ValidationError("--at-most must be more than 0 and less than 1000000 s")
    }
    guard (8_000...384_000).contains(sampleRate) else {
      throw ValidationError("--sample-rate must be between 8000 and 384000")
    }
  }

  /// The path's extension, if it is that of an unsupported audio format.
  private static func otherSound(_ path: String) -> String? {
    SoundEndings.of(path).flatMap { ["wav", "flac"].contains($0) ? nil : $0 }
  }

  func run() throws {
    try reporting {
      let settings = try sound.settings(sampleRate: Double(sampleRate))
      if let problem = settings.problem { throw Failure(.usage, problem) }
      if writesFLAC, let problem = FLACWriter.libraryProblem { throw Failure(.noDevice, problem) }
      warnOfClipping(settings)
      if each || list != nil { return try renderEach() }
      let inputs = try PatternFile.readAll(files)
      try OutputGuard.refuse(output, over: inputs.map(\.path))
      try write(inputs, settings)
    }
  }

  private func write(_ inputs: [PatternFile], _ settings: RenderSettings) throws {
    var renderer = try makeRenderer(inputs, settings, files.joined(separator: ", "))
    var progress = ProgressLine(totalFrames: renderer.expectedFrames)
    do {
      let place = FilePlace(path: output)
      let isStream = output == "-"
      let guards = isStream ? nil : try PartialFiles.removedBySignals()
      let writer: any RenderedFile =
        isStream
        ? try WAVWriter(
          descriptor: STDOUT_FILENO, name: "standard output", sampleRate: sampleRate, channels: signal.channels,
          format: format, dithers: dither)
        : try makeWriter(place)
      writer.prepare(forFrames: renderer.expectedFrames)
      while !renderer.isOver {
        try writer.append(atLeast: renderer.leastRoom) { renderer.render(into: $0) }
        progress.update(writer.frames)
      }
      try writer.finish()
      withExtendedLifetime(guards) {}
      progress.clear()
      if renderer.refusedEvents > 0 {
        Console.warning("\(dropped(renderer.refusedEvents)): more than \(settings.voiceCapacity) at once")
      }
      reportClipping(writer, nil)
    } catch let error as FileError {
      throw Failure(.inputOutput, "cannot write \(error)")
    }
  }

  func warnOfClipping(_ settings: RenderSettings) {
    guard signal == .drive, format != .float32 || writesFLAC, settings.clipVolts > 1 else { return }
    Console.warning(
      "the drive reaches ±\(fixed(settings.clipVolts, 2)) V, but \(writesFLAC ? "FLAC" : format.rawValue) is limited to ±1 V: "
        + "the rest is clipped; \(unclipped)")
  }

  func reportClipping(_ writer: any RenderedFile, _ name: String?) {
    guard writer.clippedSamples > 0 else { return }
    let warning = "warning: \(writer.clippedSamples) samples exceeded full scale and were clipped; \(unclipped)"
    Console.message(name.map { "\($0): \(warning)" } ?? warning)
  }

  private var unclipped: String { writesFLAC ? "a .wav file avoids this" : "--format float avoids this" }
}

extension OfflineRenderer.Signal: ExpressibleByArgument {}
extension SampleFormat: ExpressibleByArgument {}

/// A percentage on the status line, shown after half a second.
struct ProgressLine {
  private let totalFrames: Int
  private let verb: String
  private let begin = ContinuousClock.now
  private var shown = -1
  private var nextCheck = 0

  init(totalFrames: Int, verb: String = "rendering") {
    self.totalFrames = max(1, totalFrames)
    self.verb = verb
  }

  mutating func update(_ frames: Int) {
    guard frames >= nextCheck else { return }
    nextCheck = frames + 480_000
    guard Console.hasStatusLine, ContinuousClock.now - begin > .milliseconds(500) else { return }
    let percent = min(100, frames * 100 / totalFrames)
    guard percent != shown else { return }
    shown = percent
    Console.status("\(verb) \(percent) %")
  }

  func clear() { if shown >= 0 { Console.clearStatus() } }
}

extension Render {
  func makeRenderer(
    _ inputs: [PatternFile], _ settings: RenderSettings, _ name: String,
    say: @escaping (String) -> Void = { Console.message($0) }
  ) throws -> OfflineRenderer {
    var options = sound
    if signal == .audio { options.audioOnly = true }
    let patterns = try inputs.map { try options.compile($0, sampleRate: settings.sampleRate, say: say).pattern }
    return try makeRenderer(patterns, settings, name)
  }

  /// Throws `Failure` if nothing would be rendered or a WAV file would be too long.
  ///
  /// Controls long after the last event are allowed, since rendering stops once nothing can sound.
  private func makeRenderer(
    _ patterns: [CompiledPattern], _ settings: RenderSettings, _ name: String
  ) throws -> OfflineRenderer {
    let rate = settings.sampleRate
    let end = patterns.map(\.lastFrame).max() ?? 0
    guard sound.start == 0 || sound.start * rate < end else {
      throw Failure(.usage, "\(name): --start \(sound.start) is not before the end at \(fixed(end / rate, 3)) s")
    }
    func renderer(_ length: Double?) -> OfflineRenderer {
      var playback = OfflineRenderer.Playback()
      (playback.rate, playback.loops) = (self.rate, loop)
      return OfflineRenderer(
        patterns, settings: settings, signal: signal, startSeconds: sound.start, lengthSeconds: length,
        playback: playback)
    }
    let whole = renderer(sound.length)
    if let atMost, Double(whole.expectedFrames) > atMost * rate {
      Console.message(
        "\(name): the first \(fixed(atMost, 3)) s of \(fixed(Double(whole.expectedFrames) / rate, 3)) s: --at-most")
      return renderer(atMost)
    }
    if whole.expectedFrames <= frameRoom { return whole }
    let last = (patterns.map(\.lastEventFrame).max() ?? 0) / rate
    let short = renderer(max(0, last - sound.start) / self.rate + Render.tailSeconds)
    guard sound.length == nil, last.isFinite, short.expectedFrames <= frameRoom else {
      throw Failure(
        .badData,
        "\(name): the pattern lasts \(fixed(Double(whole.expectedFrames) / rate, 0)) s, but a WAV file can hold only "
          + "\(fixed(Double(frameRoom) / rate, 0)) s in this format: use --length")
    }
    Console.message(
      "\(name): warning: a control comes long after the last event; rendering ends at "
        + "\(fixed(last + Render.tailSeconds, 2)) s, because the rest would be silence")
    return short
  }

  /// Time for releases and ringing after the last event.
  private static let tailSeconds = 1.0

  /// A WAV file's size field has 32 bits.
  private var frameRoom: Int { 4_290_000_000 / (signal.channels * format.fileByteCount) }
}

protocol RenderedFile: AnyObject {
  var frames: Int { get }
  var clippedSamples: Int { get }
  func prepare(forFrames frames: Int)
  func append(atLeast least: Int, _ fill: (UnsafeMutableBufferPointer<Float>) -> Int) throws(FileError)
  func finish() throws(FileError)
}

extension WAVWriter: RenderedFile {}

extension FLACWriter: RenderedFile {
  func prepare(forFrames frames: Int) {}
}

extension Render {
  /// Always false with `--each` and `--list`, where the output is a folder.
  var writesFLAC: Bool { !each && list == nil && Render.isFLAC(output) }

  private static func isFLAC(_ path: String) -> Bool { path.lowercased().hasSuffix(".flac") }

  func makeWriter(_ place: FilePlace) throws(FileError) -> any RenderedFile {
    if Render.isFLAC(place.path) {
      return try FLACWriter(
        place: place, sampleRate: sampleRate, channels: signal.channels,
        format: format == .float32 ? .signed16 : format, dithers: dither)
    }
    return try WAVWriter(
      place: place, sampleRate: sampleRate, channels: signal.channels, format: format, dithers: dither)
  }
}

extension Render: TakesManyFiles {
  var givenFiles: [String] {
    get { files }
    set { files = newValue }
  }
}
