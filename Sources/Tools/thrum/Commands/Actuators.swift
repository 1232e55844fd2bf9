import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

struct Actuators: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actuators",
    abstract: "List the modelled motors, and check one of your own.",
    discussion: """
      Examples:
        thrum actuators
        thrum actuators --json
        thrum actuators --show iphone-taptic > mine.json  (a starting point)
        thrum actuators --check mine.json
        thrum play tap.ahap --actuator ./mine.json

      Docs/ActuatorFiles.md describes the file format.
      """)

  @Flag(name: .long, help: "Print JSON (schema thrum.actuators/1).")
  var json = false

  @Option(
    name: .long,
    help: ArgumentHelp("Check an actuator file: print its errors, or the values derived from it.", valueName: "file")
  )
  var check: String?

  @Option(name: .long, help: ArgumentHelp("Print a preset as an actuator file.", valueName: "name"))
  var show: String?

  mutating func validate() throws {
    guard [check != nil, show != nil].filter(\.self).count < 2 else {
      throw ValidationError("--check and --show cannot be combined")
    }
    if let show { try ActuatorArgument.validate(show) }
  }

  func run() throws {
    try reporting {
      if let show {
        let preset = ActuatorPreset.named(show)
        let file = try preset.map { ActuatorFile($0) } ?? ActuatorArgument.file(show)
        return try Console.document(JSONText.encode(file))
      }
      let checked = try check.map { try ActuatorArgument.file($0) }
      let rows = (checked.map { [$0.preset] } ?? ActuatorPreset.all).map(Row.init)
      if json {
        try Console.document(JSONText.encode(Document(actuators: rows)))
        return
      }
      try Console.line("name             f0 Hz      Q  rise ms   rated g  what it is")
      for row in rows {
        let q = row.quality.map { fixed($0, 1) } ?? "–"
        try Console.line(
          pad(row.name, 15) + lead(fixed(row.resonanceHertz, 0), 7) + lead(q, 7)
            + lead(fixed(row.riseMilliseconds, 1), 9) + lead(fixed(row.ratedAccelerationG, 2), 10) + "  "
            + row.summary + (row.evidence?.realRange ?? ""))
      }
    }
  }

  struct Document: Encodable {
    var schema = "thrum.actuators/1"
    var actuators: [Row]
  }

  struct Row: Encodable {
    var name: String
    var summary: String
    var isDefault: Bool
    /// Resonance, or an eccentric motor's speed at its rated voltage.
    var resonanceHertz: Double
    var quality: Double?
    /// Rise to 90 %: the time constant times ln 10.
    var riseMilliseconds: Double
    /// Dead time of an eccentric motor, by which the rise begins later.
    var startMilliseconds: Double?
    /// Peak acceleration of the device at rated drive and resonance.
    var ratedAccelerationG: Double
    var ratedVoltsRMS: Double
    /// `nil` for an actuator from a file.
    var evidence: Marks?

    struct Marks: Encodable {
      var resonance: Evidence
      var quality: Evidence?
      var level: Evidence
      var lowestResonanceHertz: Double?
      var highestResonanceHertz: Double?
      /// Range of the real motor's level, dB relative to the model's.
      var lowestLevelDecibels: Double?
      var highestLevelDecibels: Double?
      /// Range of an eccentric motor's dead time, ms.
      var shortestStartMilliseconds: Double?
      var longestStartMilliseconds: Double?

      var realRange: String? {
        if let shortest = shortestStartMilliseconds, let longest = longestStartMilliseconds {
          return "; really after \(fixed(shortest, 0)) to \(fixed(longest, 0)) ms"
        }
        guard let low = lowestLevelDecibels, let high = highestLevelDecibels else { return nil }
        return "; really \(fixed(low, 0)) to +\(fixed(high, 0)) dB of this"
      }

      init(_ evidence: ActuatorEvidence) {
        (resonance, quality, level) = (evidence.resonance, evidence.quality, evidence.level)
        lowestResonanceHertz = evidence.resonanceRange?.lowerBound
        highestResonanceHertz = evidence.resonanceRange?.upperBound
        lowestLevelDecibels = evidence.levelRange?.lowerBound
        highestLevelDecibels = evidence.levelRange?.upperBound
        shortestStartMilliseconds = evidence.startRange.map { 1_000 * $0.lowerBound }
        longestStartMilliseconds = evidence.startRange.map { 1_000 * $0.upperBound }
      }
    }

    init(_ preset: ActuatorPreset) {
      evidence = preset.evidence.map(Marks.init)
      name = preset.name
      summary = preset.summary
      isDefault = preset == .phone
      switch preset.model {
      case .resonant(let actuator):
        resonanceHertz = actuator.resonanceHertz
        quality = actuator.quality
        riseMilliseconds = 2 * actuator.quality / actuator.angularResonance * log(10) * 1000
        ratedAccelerationG =
          actuator.maximumVolts * actuator.deviceAcceleration(perVoltAtHertz: actuator.resonanceHertz)
          / standardGravity
        ratedVoltsRMS = actuator.ratedVolts
      case .eccentric(let motor):
        resonanceHertz = motor.ratedHertz
        quality = nil
        riseMilliseconds = motor.timeConstant * log(10) * 1000
        startMilliseconds = motor.startSeconds * 1000
        ratedAccelerationG = motor.ratedAcceleration / standardGravity
        ratedVoltsRMS = motor.ratedVolts
      }
    }
  }
}
