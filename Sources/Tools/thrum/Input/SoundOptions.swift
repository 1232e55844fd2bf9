import ArgumentParser
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// Rendering options of `play`, `compare` and `render`.
struct SoundOptions: ParsableArguments {
  @Option(
    name: .long, help: "The motor: \(ActuatorPreset.all.map(\.name).joined(separator: ", ")), or a FILE.json.",
    completion: Completions.actuators)
  var actuator: String = ActuatorPreset.phone.name

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The monitor mode, which makes the vibration audible (default: full for files; for play, chosen to suit the "
        + "machine). \(MonitorMode.explained).", valueName: "mode"))
  var monitor: MonitorMode?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Volume in dB, such as -6 (default: 0; for play, -12, or 0 with small-speaker).")
  var gain: Double?

  @Option(
    name: .long,
    help: "How continuous events are driven: forward (the acceleration follows the event) or plain (a sine).")
  var drive: DriveLaw = .forward

  @Flag(name: .long, help: "Drive continuous events equally at all frequencies, so that the resonance is audible.")
  var raw = false

  @Flag(name: .long, help: "Model a stiffening spring and end stops.")
  var nonlinear = false

  @Flag(name: .long, help: "Leave out audio events.")
  var hapticsOnly = false

  @Flag(name: .long, help: "Leave out haptic events.")
  var audioOnly = false

  @Option(
    name: .long, parsing: .unconditional,
    help: "Start this many seconds into the pattern; an event in progress plays from there.")
  var start: Double = 0

  @Option(name: .long, parsing: .unconditional, help: "Play or render this many seconds.")
  var length: Double?

  /// The given options that decide how samples are made.
  var samplesGiven: [String] {
    var names = actuator == ActuatorPreset.phone.name ? [] : ["--actuator"]
    if monitor != nil { names.append("--monitor") }
    if gain != nil { names.append("--gain") }
    if drive != .forward { names.append("--drive") }
    if raw { names.append("--raw") }
    if nonlinear { names.append("--nonlinear") }
    return names
  }

  mutating func validate() throws {
    try ActuatorArgument.validate(actuator)
    guard !(hapticsOnly && audioOnly) else {
      throw ValidationError("--haptics-only and --audio-only cannot be combined")
    }
    guard start >= 0, start.isFinite, start < 1e6 else {
      throw ValidationError("--start must be between 0 and 1000000 s")
    }
    if let length, !(length > 0 && length.isFinite && length < 1e6) {
      throw ValidationError("--length must be more than 0 and less than 1000000 s")
    }
    if let gain, !(gain.isFinite && gain >= -120 && gain <= 40) {
      throw ValidationError("--gain must be between -120 and 40 dB")
    }
  }

  func warn(about patterns: [Pattern]) {
    guard monitor == .direct, !hapticsOnly, patterns.contains(where: { $0.events.contains { !$0.type.isHaptic } })
    else { return }
    Console.warning("monitor mode “direct” drives an actuator: audio events are left out")
  }

  /// Returns the renderer settings. `choice` supplies the monitor mode and gain if not specified.
  ///
  /// - Throws: `Failure` if the actuator file cannot be used.
  func settings(sampleRate: Double = 48_000, _ choice: MonitorChoice = .ofFiles) throws -> RenderSettings {
    var settings = RenderSettings()
    settings.sampleRate = sampleRate
    try ActuatorArgument.apply(actuator, to: &settings)
    settings.monitor = monitor ?? choice.mode
    settings.gainDecibels = gain ?? choice.gainDecibels
    settings.drive = drive
    settings.isRaw = raw
    settings.isNonlinear = nonlinear
    // A phone would stay silent until the next event.
    settings.entersMidEvent = start > 0
    return settings
  }

  func compile(
    _ file: PatternFile, sampleRate: Double, say: @escaping (String) -> Void = { Console.message($0) }
  ) throws -> CompiledFile {
    try file.compiled(sampleRate: sampleRate, content: content, say: say)
  }

  var content: PatternTimeline.Content { hapticsOnly ? .hapticsOnly : audioOnly ? .audioOnly : .all }
}

extension MonitorMode: ExpressibleByArgument {}
extension DriveLaw: ExpressibleByArgument {}
