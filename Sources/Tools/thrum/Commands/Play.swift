import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumEngine
import ThrumPattern

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play patterns through the sound card.",
    discussion: """
      Examples:
        thrum play Patterns/heartbeat.ahap
        thrum play a_continuous.ahap  (a_transients.ahap beside it plays along)
        thrum play tap.ahap --monitor small-speaker --gain -6
        thrum play tap.ahap -D hw:1 --channels 3,4 --monitor direct
        thrum play tap.ahap -D wav:tap.wav
        thrum play tap.ahap -D adb  (on an Android phone with USB debugging)
        thrum play beat.ahap --loop  (until Ctrl-C; --loop=4 plays it four times)
        thrum play beat.ahap --rate 0.5  (half speed, same pitch)
        thrum play beat.ahap --watch --loop  (play it again at every save)

      Keys on a terminal: Space pause, left and right 0.1 s (with Shift 0.01 s), 0 start, l loop, m mute, \
      + and - volume, a and b the previous and the new version (--watch), q quit, ? help.

      With neither a sound card nor -D, Thrum plays silence and shows the level. Ctrl-C fades out; a second Ctrl-C \
      ends immediately.
      """)

  @Argument(help: "AHAP files, which all start together; - is standard input.", completion: Completions.patterns)
  var files: [String]

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Repeat until Ctrl-C, restarting all files together; --loop=4 plays four times.",
      valueName: "times"))
  var loop: LoopCount?

  @Option(name: .long, parsing: .unconditional, help: "Playback speed, 0.01 to 100, without changing pitch.")
  var rate: Double = 1

  @Flag(
    name: [.customShort("w"), .long],
    help: "Play again whenever a file is saved; a and b switch between the previous version and the new one.")
  var watch = false

  @Flag(name: .long, help: "Print each meter reading as a line of JSON (schema thrum.play/1).")
  var json = false

  @OptionGroup var output: DeviceOptions

  @OptionGroup var sound: SoundOptions

  mutating func validate() throws {
    if watch, files.contains("-") { throw ValidationError("--watch needs a file: standard input cannot be watched") }
    if output.keys, files.contains("-") {
      throw ValidationError("--keys and - both read standard input: use only one")
    }
    guard rate >= 0.01, rate <= 100 else { throw ValidationError("--rate must be between 0.01 and 100") }
  }

  func run() throws {
    var inputs: [PatternFile] = []
    try reporting {
      inputs = try PatternFile.readAll(files, mustBeRegular: watch)
      // Report unplayable files before opening a device.
      for input in inputs { _ = try input.playable() }
    }
    Suspension.hold()
    try reporting(waitingFor: { [inputs] in
      let choice = try DeviceChoice(output.device)
      let engine = try await output.start(
        sound, on: choice, inputs: inputs.map(\.path), capacity: 4 * files.count)
      let loader = VersionLoader(engine: engine, sound: sound, paths: self.files, device: choice.patternDevice)
      let version = try await loader.load(inputs)
      let isPiped = self.files.contains("-")
      let playback = Playback(
        engine: engine, choice: choice, json: json, loader: loader, isWatching: watch,
        keys: isPiped ? nil : KeyInput(readsPipes: output.keys), status: StatusLine(isShown: !json))
      try await playback.run(
        [version], Playback.Order(offset: sound.start, length: sound.length, loop: loop, rate: rate))
    })
  }
}

extension Play: TakesManyFiles {
  var givenFiles: [String] {
    get { files }
    set { files = newValue }
  }
}
