import ThrumPattern

/// Pulse trains of a pattern for several motors with one bit (schema thrum.pulses/1).
package struct PulseReport: Sendable, JSONEncodable {
  package struct Motor: Sendable, JSONEncodable {
    package let name: String
    package let shortestPulseMilliseconds: Int
    package let shortestGapMilliseconds: Int
    /// By this much the train is felt later, which the levels leave out.
    package let lagMilliseconds: Int
    /// Alternately on and off, ms.
    package let onOff: [Int]
    package let difference: PulseFit.Difference
    /// The same for a motor that is on while an event plays.
    package let naiveDifference: PulseFit.Difference
    package let onsets: Int
    package let keptOnsets: Int
    package let levels: Levels
  }

  /// Felt levels, dB over the threshold on the phone.
  package struct Levels: Sendable, JSONEncodable {
    package let firstSeconds: Double
    package let stepSeconds: Double
    package let design, train, naive: [Double]
  }

  package let schema = "thrum.pulses/1"
  package let path: String
  /// Length beyond which the pattern was not searched, s, or `nil`.
  package let cutSeconds: Double?
  package let motors: [Motor]

  private enum CodingKeys: JSONKey { case schema, path, cutSeconds, motors }

  package init<Failure>(
    _ design: PulseDesign, path: String, on motors: [OneBitMotor], _ work: Work<Failure>
  ) throws(Failure) {
    self.path = path
    cutSeconds = design.isCut ? PulseDesign.longest : nil
    var found: [Motor] = []
    for motor in motors {
      let (fit, naive) = (try PulseFit.searched(design, on: motor, work), try PulseFit.naive(design, on: motor, work))
      found.append(
        Motor(
          name: motor.name, shortestPulseMilliseconds: motor.shortestPulse, shortestGapMilliseconds: motor.shortestGap,
          lagMilliseconds: motor.lag,
          onOff: fit.train.onOff, difference: fit.difference, naiveDifference: naive.difference,
          onsets: design.onsets.count, keptOnsets: PulseSearch.onsets(design, motor).count,
          levels: Levels(design.levels, fit.levels, naive.levels)))
    }
    self.motors = found
  }
}

extension PulseReport.Levels {
  fileprivate init(_ design: [FeltTrace.Level], _ train: [FeltTrace.Level], _ naive: [FeltTrace.Level]) {
    let count = max(design.count, train.count, naive.count)
    func whole(_ levels: [FeltTrace.Level]) -> [Double] {
      (0..<count).map { place in
        let level = place < levels.count ? max(FeltMeter.silence, levels[place].decibels) : FeltMeter.silence
        return (10 * level).rounded() / 10
      }
    }
    self.init(
      firstSeconds: -Double(FeltTrace.reach) * FeltTrace.step, stepSeconds: FeltTrace.step, design: whole(design),
      train: whole(train), naive: whole(naive))
  }
}
