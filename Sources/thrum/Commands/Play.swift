import ArgumentParser
import Foundation
import HapticEngine
import HapticOutput
import HapticPattern
import HapticRender

/// `thrum play`: patterns through a device, in real time.
struct Play: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play patterns through the sound card.",
    discussion: """
      Examples:
        thrum play Patterns/heartbeat.ahap
        thrum play a_continuous.ahap             (a_transients.ahap beside it plays along)
        thrum play tap.ahap --monitor small-speaker --gain -6
        thrum play tap.ahap -D hw:1 --channels 3,4 --monitor direct
        thrum play tap.ahap -D wav:tap.wav
        thrum play beat.ahap --loop               (until Ctrl-C; --loop=4 plays it four times)
        thrum play beat.ahap --rate 0.5           (half as fast, the same pitch)
        thrum play beat.ahap --watch --loop       (hear it anew at every save)

      Keys on a terminal: Space pause, left and right 0.1 s (with Shift 0.01 s), 0 beginning, l loop, m mute,
      + and - volume, a and b the version before and the new one (--watch), q quit, ? help.

      Without a sound card, and without -D, it plays in silence and shows the level. Ctrl-C fades out; a second one
      ends at once.
      """)

  @Argument(help: "AHAP files that start together; - is standard input.")
  var files: [String]

  @Option(
    name: [.customShort("D"), .long],
    help: "ALSA device, null or wav:PATH (default: $THRUM_DEVICE, else default).")
  var device: String?

  @Option(name: .long, help: "Channels that play, by name or number: FL,FR or 3,4 or LFE or mono.")
  var channels: String?

  @Option(name: .long, help: "Frames a period (default: 256 on a card, 512 through a server).")
  var period: Int?

  @Option(name: .long, help: "Frames of the whole buffer (default: four periods).")
  var buffer: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Play again and again, all files starting anew together, until Ctrl-C; --loop=4 plays four times.",
      valueName: "times"))
  var loop: LoopCount?

  @Option(name: .long, parsing: .unconditional, help: "Play faster or slower, 0.01 to 100; the pitch stays.")
  var rate: Double = 1

  @Flag(
    name: [.customShort("w"), .long],
    help: "Play again whenever a file is saved; a and b flip to the version before and back.")
  var watch = false

  @Flag(name: .long, help: "Read keys from standard input even when it is no terminal.")
  var keys = false

  @Flag(name: .long, help: "Ask for SCHED_FIFO, and say what came of it.")
  var realtime = false

  @Flag(name: .long, help: "One JSON line a meter value on standard output (schema thrum.play/1).")
  var json = false

  @OptionGroup var sound: SoundOptions

  mutating func validate() throws {
    if let channels, ChannelMap(parsing: channels) == nil {
      throw ValidationError("--channels wants names (FL, FR, RL, RR, FC, LFE, SL, SR, mono) or numbers 1 to 8")
    }
    if watch, files.contains("-") { throw ValidationError("--watch wants files: standard input cannot change") }
    if keys, files.contains("-") { throw ValidationError("--keys and - both want standard input: give one of them") }
    guard rate >= 0.01, rate <= 100 else { throw ValidationError("--rate wants a number from 0.01 to 100") }
    for (name, value) in [("--period", period), ("--buffer", buffer)] {
      if let value, !(16...65_536).contains(value) { throw ValidationError("\(name) wants 16 to 65536 frames") }
    }
  }

  func run() async throws {
    try await reportingAsync {
      let inputs = try PatternFile.withPartners(self.files).map { try PatternFile.read($0) }
      // What cannot be played is said before anything is opened.
      for input in inputs { _ = try input.playable() }
      let choice = try DeviceChoice(device)
      if let path = choice.file { try OutputGuard.refuse(path, over: inputs.map(\.path)) }
      let engine = try await start(choice)
      let loader = TakeLoader(engine: engine, sound: sound, paths: self.files)
      let take = try await loader.load(inputs)
      let isPiped = self.files.contains("-")
      let playback = Playback(
        engine: engine, json: json, loader: loader, isWatching: watch,
        keys: isPiped ? nil : KeyInput(readsPipes: keys), status: StatusLine(isShown: !json))
      try await playback.run(
        take, Playback.Order(offset: sound.start, length: sound.length, loop: loop, rate: rate))
    }
  }

  /// Opens the device; without one, and without a wish, silence takes its place.
  private func start(_ choice: DeviceChoice) async throws -> HapticEngine {
    do throws(EngineError) {
      let engine = try HapticEngine(engineConfiguration(choice.makeOutput))
      try await engine.start()
      if let priority = await engine.outputFormat?.priority { Console.message("priority: \(priority)") }
      return engine
    } catch {
      guard error.output != nil || error.code == .engineStartTimeout else { throw Failure(.usage, error.message) }
      guard choice.mayFallBack else {
        throw Failure(choice.file == nil ? .noDevice : .inputOutput, error.message)
      }
      Console.message("thrum: no sound here: \(error.message). Playing in silence.")
      do throws(EngineError) {
        let engine = try HapticEngine(engineConfiguration { SilentOutput() })
        try await engine.start()
        return engine
      } catch { throw Failure(.noDevice, error.message) }
    }
  }

  private func engineConfiguration(_ makeOutput: @escaping @Sendable () -> any OutputDevice) -> EngineConfiguration {
    var configuration = EngineConfiguration(makeOutput: makeOutput)
    configuration.settings = sound.settings(defaultGain: -12)
    // A pause, and a step, go on in the middle of an event.
    configuration.settings.entersMidEvent = true
    configuration.settings.playerCapacity = max(64, 4 * files.count)
    configuration.request.periodFrames = period
    configuration.request.bufferFrames = buffer
    configuration.request.channels = channels.flatMap(ChannelMap.init(parsing:)) ?? .stereo
    configuration.request.wantsRealtimePriority = realtime
    configuration.soundReader = SoundFileReader()
    // A designer's sounds may be longer than a phone takes.
    configuration.soundBytes = .max
    return configuration
  }
}
