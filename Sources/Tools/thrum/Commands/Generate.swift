import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumFormats
import ThrumOutput
import ThrumPattern

extension FollowedFrequency: ExpressibleByArgument {}

struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make a pattern from a sound's onsets, loudness and pitch.",
    discussion: """
      Examples:
        thrum generate drums.wav -o drums.ahap
        thrum generate song.mp3 -o song.ahap --sensitivity 0.3
        thrum generate song.mp3 -o soft.ahap --gain=-6 --resolution 0.2
        thrum generate engine.flac -o engine.ahap --continuous-only --band 30-200
        thrum generate ui/*.wav -o out/                    (one pattern each)
        thrum generate bell.wav -o bell.ahap --audio       (the sound plays along)
        thrum generate pad.wav -o pad.ahap --channels 3,4  (a DualSense's haptics)
        cat drums.wav | thrum generate - -o drums.ahap     (from a pipe)

      Transients mark onsets; the strength of an onset sets the intensity. Continuous events follow \
      the loudness through curves of at most 16 points. Sharpness follows the pitch of tones, \
      and the spectral centroid of everything else. \
      The same sound and options produce the same pattern.
      """)

  @Argument(
    help: "Sound files of any length: WAV, AIFF, CAF, FLAC, Ogg or MP3; - is standard input.",
    completion: .file())
  var sounds: [String]

  @Option(
    name: .shortAndLong, help: "The pattern to write, or a folder for several sounds; - is standard output.",
    completion: .file())
  var output: String

  @Option(
    name: .long, help: "Onset sensitivity, from 0 (only the clearest onsets) to 1 (faint ones, and drops of rain).")
  var sensitivity: Double = 0.5

  @Option(name: .long, help: "Change the sound's level by this many dB, from -24 to 24.")
  var gain: Double = 0

  @Option(name: .long, help: "How closely curves follow the sound, from 0 (few points) to 1.")
  var resolution: Double = 0.5

  @Option(name: .long, help: "The sharpness of the lowest and the highest frequencies, such as 0.2-0.7.")
  var sharpness: SharpnessRange = SharpnessRange(range: PatternGenerator.Options.shares)

  @Flag(name: .long, help: "Leave out continuous events.")
  var transientsOnly = false

  @Flag(name: .long, help: "Leave out transients.")
  var continuousOnly = false

  @Option(name: .long, help: "Keep at most this many events: the longest continuous ones and the strongest transients.")
  var maxEvents: Int?

  @Option(name: .long, help: "Follow the loudness of this frequency band, in Hz (default: 20-16000).")
  var band: Band = Band(range: SoundFeatures.wholeBand)

  @Option(name: .long, help: "What sharpness follows: the pitch of tones, or the spectral centroid.")
  var follow: FollowedFrequency = .pitch

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Use only these channels, such as 3,4 for a capture with haptics on its own channels (default: the mean of all).",
      valueName: "numbers"))
  var channels: Channels?

  @Flag(name: .long, help: "Add the sound itself as an AudioCustom event.")
  var audio = false

  /// A range in Hz, such as `30-200`.
  struct Band: ExpressibleByArgument {
    let range: ClosedRange<Double>

    init(range: ClosedRange<Double>) { self.range = range }

    init?(argument: String) {
      let parts = argument.split(separator: "-").map { Double($0) }
      guard parts.count == 2, let low = parts[0], let high = parts[1], low >= 1, high > low, high <= 100_000 else {
        return nil
      }
      range = low...high
    }

    var defaultValueDescription: String { "\(fixed(range.lowerBound, 0))-\(fixed(range.upperBound, 0))" }
  }

  /// Two numbers from 0 to 1, such as `0.2-0.7`.
  struct SharpnessRange: ExpressibleByArgument {
    let range: ClosedRange<Double>

    init(range: ClosedRange<Double>) { self.range = range }

    init?(argument: String) {
      let parts = argument.split(separator: "-").map { Double($0) }
      let shares = PatternGenerator.Options.shares
      guard parts.count == 2, let low = parts[0], let high = parts[1], low <= high, shares.contains(low),
        shares.contains(high)
      else { return nil }
      range = low...high
    }

    var defaultValueDescription: String { "\(fixed(range.lowerBound, 0))-\(fixed(range.upperBound, 0))" }
  }

  /// Numbers from 1, such as `3,4`.
  struct Channels: ExpressibleByArgument {
    let indices: [Int]

    init?(argument: String) {
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard !numbers.isEmpty, numbers.allSatisfy({ $0 >= 1 }), Set(numbers).count == numbers.count else { return nil }
      indices = numbers.map { $0 - 1 }
    }
  }

  mutating func validate() throws {
    guard !(transientsOnly && continuousOnly) else {
      throw ValidationError("--transients-only and --continuous-only cannot be combined")
    }
    let (gains, shares) = (PatternGenerator.Options.gains, PatternGenerator.Options.shares)
    guard shares.contains(sensitivity) else { throw ValidationError("--sensitivity must be between 0 and 1") }
    guard shares.contains(resolution) else { throw ValidationError("--resolution must be between 0 and 1") }
    guard gains.contains(gain) else { throw ValidationError("--gain must be between -24 and 24") }
    if let maxEvents, maxEvents < 1 { throw ValidationError("--max-events must be 1 or more") }
    guard !sounds.isEmpty else { throw ValidationError("give a sound") }
    guard !sounds.contains("-") || sounds.count == 1 else {
      throw ValidationError("- is standard input: give no other sound with it")
    }
    guard !audio || sounds != ["-"] else {
      throw ValidationError("--audio needs a file: standard input has no name that a pattern can play")
    }
    guard sounds.count == 1 || output != "-" else { throw ValidationError("with several sounds, -o must be a folder") }
  }

  func run() throws {
    try reporting {
      let piped = sounds == ["-"] ? try StandardInputSound() : nil
      let places = sounds.count == 1 ? [output] : sounds.map(place)
      try OutputNames.check(places, of: sounds)
      for place in places where place != "-" { try Generate.checkSuffix(of: place) }
      let folder = sounds.count > 1 ? try OutputFolder(output) : nil
      for (sound, place) in zip(sounds, places) {
        try folder?.makeRoom(for: place)
        try OutputGuard.refuse(place, over: [sound])
        let input = SoundInput(path: sound, piped: piped)
        let mix = try mix(of: input)
        let (pattern, notes) = try pattern(of: input, for: place, mix)
        try AtomicFile.write(AHAP.write(pattern), to: place)
        for note in [mix.note].compactMap({ $0 }) + notes { Console.message("\(input.name): \(note)") }
        if place != "-", !pattern.entries.isEmpty { Console.message("\(place): \(Generate.summary(pattern))") }
      }
    }
  }

  private static func checkSuffix(of place: String) throws {
    let suffix = URL(fileURLWithPath: place).pathExtension.lowercased()
    guard place != "-", !suffix.isEmpty, suffix != "ahap" else { return }
    throw Failure(
      .usage, "\(place): generate writes AHAP: give a name that ends in .ahap, then use `thrum convert`")
  }

  private func place(of sound: String) -> String {
    let name = URL(fileURLWithPath: sound).deletingPathExtension().lastPathComponent
    return "\(output)/\(name).ahap"
  }

  /// A file, or standard input.
  private struct SoundInput {
    let path: String
    let piped: StandardInputSound?

    /// For messages.
    var name: String { piped == nil ? path : StandardInputSound.name }

    func failure(_ error: SoundError) -> Failure {
      piped == nil ? Failure(error, path) : Failure(error.reason == .noLibrary ? .noDevice : .badData, "\(error)")
    }

    func stream() throws(SoundError) -> SoundStream {
      if let piped { return try piped.stream() }
      return try SoundStream(path: path)
    }
  }

  private func pattern(
    of input: SoundInput, for place: String, _ mix: ChannelMix
  ) throws -> (Pattern, notes: [String]) {
    do throws(SoundError) {
      let sound = try input.stream()
      // The sound is read twice.
      var progress = ProgressLine(totalFrames: 2 * sound.frames, verb: "analysing")
      var done = 0
      let features = try SoundFeatures(sampleRate: sound.sampleRate, band: band.range) { body throws(SoundError) in
        let stream = try input.stream()
        while case let block = stream.next(weights: mix.weights), !block.isEmpty {
          body(block)
          done += block.count
          progress.update(done)
        }
      }
      progress.clear()
      guard let features else { throw SoundError(.unreadable, path: input.name, detail: "it contains no sound") }
      let generator = PatternGenerator(features, options(input.path, place))
      var pattern = generator.pattern()
      var notes = features.removed.notes
      if pattern.entries.isEmpty {
        let emptiness = generator.emptiness
        pattern.metadata = JSONObject([JSONObject.Member(name: "Description", value: .string(emptiness))])
        notes.append(emptiness)
      }
      return (pattern, notes)
    } catch {
      throw input.failure(error)
    }
  }

  /// Refuses channels that the sound lacks. Without a choice, says so if only some channels are meant for a motor.
  private func mix(of input: SoundInput) throws -> ChannelMix {
    let stream: SoundStream
    let path = input.name
    do throws(SoundError) { stream = try input.stream() } catch { throw input.failure(error) }
    if let most = channels?.indices.max(), most >= stream.channels {
      throw Failure(
        .usage, "\(path): there is no channel \(most + 1): the sound has \(counted(stream.channels, "channel"))")
    }
    let chosen = channels?.indices ?? Array(0..<stream.channels)
    guard chosen.count > 1 else { return ChannelMix(meanOf: chosen, channels: stream.channels) }
    var survey = ChannelSurvey(channels: stream.channels, sampleRate: stream.sampleRate)
    while stream.nextFrames({ survey.add($0, frames: $1) }) != nil {}
    survey.finish()
    let numbers = channels == nil ? survey.forMotors.map { "\($0 + 1)" } : []
    if !numbers.isEmpty {
      let (one, many) = ("channel \(numbers[0]) holds", "channels \(PatternFormat.listed(numbers, "and")) hold")
      Console.message(
        "\(path): \(numbers.count == 1 ? one : many) only low frequencies, as for a motor: all channels are mixed; "
          + "--channels \(numbers.joined(separator: ",")) uses \(numbers.count == 1 ? "it" : "them") alone")
    }
    return survey.mix(chosen)
  }

  private func options(_ path: String, _ place: String) -> PatternGenerator.Options {
    var options = PatternGenerator.Options()
    options.sensitivity = sensitivity
    options.gain = gain
    options.resolution = resolution
    options.sharpness = sharpness.range
    options.follow = follow
    options.hasTransients = !continuousOnly
    options.hasContinuous = !transientsOnly
    options.mostEvents = maxEvents
    if audio { options.soundPath = URL(fileURLWithPath: path).lastPathComponent }
    return options
  }

  private static func summary(_ pattern: Pattern) -> String {
    let taps = pattern.events.count { $0.type == .hapticTransient }
    let holds = pattern.events.count { $0.type == .hapticContinuous }
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    let parts = [count(taps, "transient"), count(holds, "continuous event"), count(pattern.curves.count, "curve")]
    return parts.joined(separator: ", ") + ", \(fixed(pattern.duration, 2)) s"
  }
}

extension Generate: TakesManyFiles {
  var givenFiles: [String] {
    get { sounds }
    set { sounds = newValue }
  }
}
