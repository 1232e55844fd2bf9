import ThrumAnalysis
import ThrumFeel
import ThrumPattern

/// Pulse trains as text: for each motor what is left of the design, its limits, and the durations.
struct PulseTable {
  let report: PulseReport

  var lines: [String] {
    let rows = report.motors.map { motor in
      (
        motor.name,
        [
          PulseTable.words(motor.difference), PulseTable.words(motor.naiveDifference),
          "\(motor.keptOnsets) of \(motor.onsets)", "\(motor.shortestPulseMilliseconds) ms",
          "\(motor.shortestGapMilliseconds) ms", "\(motor.lagMilliseconds) ms",
        ]
      )
    }
    let heading = (
      "", ["from the design (largest)", "on during events", "onsets kept", "pulse at least", "gap at least", "lag"]
    )
    let cut = report.cutSeconds.map { ["only the first \(fixed($0, 0)) s of the pattern"] } ?? []
    let lists = report.motors.map { motor in
      motor.onOff.isEmpty
        ? "\(motor.name): nothing is felt" : "\(motor.name), on and off, ms: \(motor.onOff)"
    }
    return [report.path] + cut + TextColumns.lines([heading] + rows) + lists
  }

  private static func words(_ difference: PulseFit.Difference) -> String {
    "\(fixed(difference.rmsDecibels, 1)) dB (\(fixed(difference.largestDecibels, 0)))"
  }
}
