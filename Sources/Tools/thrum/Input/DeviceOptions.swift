import ArgumentParser
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOutput
import ThrumPattern

/// Output options of the playback commands.
struct DeviceOptions: ParsableArguments {
  @Option(
    name: [.customShort("D"), .long],
    help: """
      ALSA device, null, wav:PATH, pad[:N], dualsense, feedbackd, evdev[:PATH] or adb[:SERIAL] (default: $THRUM_DEVICE, \
      else “default”).
      """,
    completion: Completions.devices)
  var device: String?

  @Option(name: .long, help: "Channels to play on, by name or number: FL,FR or 3,4 or LFE or mono.")
  var channels: String?

  @Option(name: .long, help: "Frames per period (default: 256 on a card, 512 through a server).")
  var period: Int?

  @Option(name: .long, help: "Frames in the buffer (default: four periods).")
  var buffer: Int?

  @Flag(name: .long, help: "Request real-time priority (SCHED_FIFO) and report whether it was granted.")
  var realtime = false

  @Flag(name: .long, help: "Read keys from standard input even when it is not a terminal.")
  var keys = false

  mutating func validate() throws {
    if let channels, ChannelMap(parsing: channels) == nil {
      throw ValidationError("--channels needs names (FL, FR, RL, RR, FC, LFE, SL, SR, mono) or numbers 1 to 8")
    }
    for (name, value) in [("--period", period), ("--buffer", buffer)] {
      guard let value, !(16...65_536).contains(value) else { continue }
      throw ValidationError("\(name) must be between 16 and 65536 frames")
    }
  }

  /// Opens the device and starts an engine. Can fall back to silent output if no device was named.
  ///
  /// `inputs` are files that a `wav:` output must not overwrite.
  func start(
    _ sound: SoundOptions, on choice: DeviceChoice, inputs: [String], capacity: Int
  ) async throws -> HapticEngine {
    let monitor = monitor(sound, choice)
    warn(sound, choice)
    if let path = choice.file { try OutputGuard.refuse(path, over: inputs) }
    let chosen = try configuration(sound, monitor, capacity, choice.makeOutput)
    do throws(OutputError) { try choice.patternDevice?.connect() } catch { throw choice.failure(error.message) }
    let silent = try configuration(sound, monitor, capacity) { SilentOutput() }
    do throws(EngineError) {
      let engine = try HapticEngine(chosen)
      try await engine.start()
      if let line = monitor.line { Console.message(line) }
      if let priority = await engine.outputFormat?.priority ?? (realtime ? DeviceOptions.noPriority : nil) {
        Console.message("priority: \(priority)")
      }
      return engine
    } catch {
      guard error.output != nil || error.code == .engineStartTimeout else { throw Failure(.usage, error.message) }
      guard choice.mayFallBack else { throw choice.failure(error.message + advice(error)) }
      Console.warning("no sound: \(error.message). Playing silence.")
      do throws(EngineError) {
        let engine = try HapticEngine(silent)
        try await engine.start()
        return engine
      } catch { throw choice.failure(error.message) }
    }
  }

  /// Says which of the given options the device ignores. `--realtime` is reported with the priority.
  private func warn(_ sound: SoundOptions, _ choice: DeviceChoice) {
    guard let kind = choice.kind else { return }
    let given: [(OutputKind.Setting, String?)] =
      [
        (.channels, channels.map { _ in "--channels" }), (.period, period.map { _ in "--period" }),
        (.buffer, buffer.map { _ in "--buffer" }),
      ] + sound.samplesGiven.map { (.samples, $0) }
    let names = given.filter { !kind.obeys.contains($0.0) }.compactMap(\.1)
    guard !names.isEmpty else { return }
    Console.warning(
      "\(PatternFormat.listed(names, "and")) \(names.count == 1 ? "has" : "have") no effect on “\(choice.name ?? "")”: "
        + kind.summary)
  }

  /// What to type, which the library's errors leave to the command.
  private func advice(_ error: EngineError) -> String {
    switch error.output?.reason {
    case .busy, .unsupported: "; -D default plays through the sound server"
    case .noDevice, .noServer, .timeout, nil: "; -D null plays silence"
    case .notPermitted, .failed: ""
    }
  }

  /// Reported for outputs without a real-time thread, such as `null` or `wav:`.
  private static let noPriority = "not requested: --realtime is for ALSA devices"

  func monitor(_ sound: SoundOptions) throws -> MonitorChoice { monitor(sound, try DeviceChoice(device)) }

  private func monitor(_ sound: SoundOptions, _ device: DeviceChoice) -> MonitorChoice {
    device.isInTheHand
      ? MonitorChoice.inTheHand(sound.monitor)
      : MonitorChoice(sound.monitor, isLoudspeaker: device.isLoudspeaker, isPortable: MonitorChoice.isPortable)
  }

  private func configuration(
    _ sound: SoundOptions, _ monitor: MonitorChoice, _ capacity: Int,
    _ makeOutput: @escaping @Sendable () -> any OutputDevice
  ) throws -> EngineConfiguration {
    var configuration = EngineConfiguration(makeOutput: makeOutput)
    configuration.settings = try sound.settings(monitor)
    configuration.settings.entersMidEvent = true
    configuration.settings.playerCapacity = max(64, capacity)
    configuration.request.periodFrames = period
    configuration.request.bufferFrames = buffer
    configuration.request.channels = channels.flatMap(ChannelMap.init(parsing:)) ?? .stereo
    configuration.request.wantsRealtimePriority = realtime
    configuration.soundReader = SoundFileReader()
    // Unlike on a phone, sounds can be any length.
    configuration.soundBytes = .max
    return configuration
  }
}
