import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumOutput
import ThrumPattern

struct Fit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Measure a real device from a recording and write an actuator file.",
    discussion: """
      Examples:
        thrum fit --pattern test.ahap  (for the device to play)
        thrum fit recording.wav -o my-phone.json
        thrum play tap.ahap --actuator ./my-phone.json

      Record the whole test pattern with a contact microphone or an accelerometer on the device, at any sample rate \
      and gain. A recording that fits no motor is rejected, and the likely cause is printed. See Docs/Fit.md.
      """)

  @Argument(
    help: "The recording, as WAV, FLAC, AIFF, CAF or Ogg; the louder of two channels is used.",
    completion: .file())
  var recording: String?

  @Option(name: .long, help: ArgumentHelp("Write the test pattern to this file.", valueName: "file"))
  var pattern: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write the actuator to this file.", valueName: "file"))
  var output: String?

  @Option(name: .long, help: "The actuator's name (default: the recording's).")
  var name: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The sensor response to correct for: highpass:HZ, lowpass:HZ, or a file with a frequency in Hz and a level in dB per line.",
      valueName: "response"))
  var sensor: String?

  @Flag(name: .long, help: "Print JSON (schema thrum.fit/1).")
  var json = false

  mutating func validate() throws {
    guard (recording != nil) != (pattern != nil) else {
      throw ValidationError("give a recording, or --pattern with a file for the test pattern")
    }
    guard output != "-" || !json else {
      throw ValidationError("-o - and --json both use standard output: use only one")
    }
    if let pattern, SoundEndings.of(pattern) != nil {
      throw ValidationError("--pattern writes an AHAP file, not a sound: give it a name such as test.ahap")
    }
    guard pattern == nil || (output == nil && !json && name == nil && sensor == nil) else {
      throw ValidationError("--pattern only writes the test pattern: drop the other options")
    }
  }

  func run() throws {
    try reporting {
      if let pattern {
        try AtomicFile.write(AHAP.write(FitPattern.pattern), to: pattern)
        return Console.message(
          "\(pattern): play it on the device while you record; it lasts \(fixed(FitPattern.seconds, 0)) s")
      }
      guard let recording else { return }
      if let output { try OutputGuard.refuse(output, over: [recording]) }
      let fit = try measure(recording)
      if let output { try AtomicFile.write(Array((JSONText.encode(fit.actuator) + "\n").utf8), to: output) }
      if output == "-" { return }
      try json ? Console.document(JSONText.encode(fit)) : Console.lines(FitText(fit).lines)
    }
  }

  private func measure(_ path: String) throws -> ActuatorFit {
    let file = URL(fileURLWithPath: path).lastPathComponent
    do {
      let sound = try SoundFileReader().read(path: path)
      return try ActuatorFit(
        sound, name: name ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent,
        summary: "measured from \(file)", sensor: try response())
    } catch let error as FitError {
      throw Failure(error.kind == .unusable ? .badData : .findings, "\(path): \(error)")
    } catch let error as SoundError {
      throw Failure(error, path)
    }
  }
}

extension Fit {
  private func response() throws -> SensorResponse? {
    guard let sensor else { return nil }
    do {
      for kind in ["highpass:", "lowpass:"] where sensor.hasPrefix(kind) {
        guard let hertz = Double(sensor.dropFirst(kind.count)) else {
          throw Failure(.usage, "--sensor \(sensor): expected a frequency in Hz after “\(kind)”")
        }
        return try kind == "lowpass:" ? SensorResponse(lowPassHertz: hertz) : SensorResponse(highPassHertz: hertz)
      }
      return try SensorResponse(
        table: String(decoding: PatternFile.bytes(of: sensor, name: sensor), as: UTF8.self))
    } catch let error as FitError {
      throw Failure(.badData, "--sensor \(sensor): \(error)")
    }
  }
}

private struct FitText {
  let fit: ActuatorFit

  init(_ fit: ActuatorFit) { self.fit = fit }

  var lines: [String] {
    var lines = ["sharpness      Hz     level dB"]
    for buzz in fit.buzzes {
      lines.append(
        pad(fixed(buzz.sharpness, 3), 9) + lead(fixed(buzz.hertz.value, 1), 8) + lead(fixed(buzz.decibels, 1), 13))
    }
    let law = "\(fixed(fit.lowestHertz, 1)) to \(fixed(fit.highestHertz, 1)) Hz, \(fit.law)"
    lines += [
      "", row("frequency", "\(law), within \(fixed(fit.lawErrorCents, 0)) cents"),
      row(
        "intensity",
        fit.intensityExponent.map { "level ∝ intensity^\(shown($0, 2))" } ?? "too few buzzes stand out from the noise"),
      row("buzz", "rises in \(milliseconds(fit.riseMilliseconds)), falls in \(milliseconds(fit.decayMilliseconds))"),
    ]
    if let quality = fit.quality, let explained = fit.tapsExplained {
      lines += [
        row("resonance", "\(shown(fit.resonanceHertz, 1)) Hz, Q \(shown(quality, 2))"),
        row(
          "taps",
          fit.tapCycles.map {
            "\(fixed($0, 1)) cycles; the model explains \(fixed(100 * explained, 0)) % of their energy"
          }
            ?? "of unknown shape; one resonance explains \(fixed(100 * explained, 0)) % of their free decay"),
      ]
    } else {
      lines.append(row("motor", "an eccentric weight at \(shown(fit.resonanceHertz, 1)) Hz"))
    }
    return lines + fit.notes.map { row("note", $0) }
  }

  private func milliseconds(_ value: Double?) -> String { value.map { "\(fixed($0, 0)) ms" } ?? "– (noise)" }

  private func row(_ name: String, _ text: String) -> String { pad(name, 12) + text }

  private func shown(_ estimate: Estimate, _ places: Int) -> String {
    "\(fixed(estimate.value, places)) ± \(fixed(estimate.range, places))"
  }
}
