import ThrumDevice
import ThrumPattern

/// A pulse train on a motor with one bit, and its difference to the design, from full renderings of both.
package struct PulseFit: Sendable {
  /// Difference between the felt levels of a design and of a train while one of them is felt, dB.
  package struct Difference: Equatable, Sendable, JSONEncodable {
    package let rmsDecibels: Double
    /// Positive if the train is stronger.
    package let largestDecibels: Double

    fileprivate init(_ design: [FeltTrace.Level], _ train: [FeltTrace.Level]) {
      var moments = MomentDifferences()
      for place in 0..<max(design.count, train.count) {
        let wanted = place < design.count ? design[place] : FeltTrace.Level()
        let given = place < train.count ? train[place] : FeltTrace.Level()
        if wanted.isFelt || given.isFelt { moments.add(from: wanted.decibels, to: given.decibels) }
      }
      (rmsDecibels, largestDecibels) = (moments.rootMeanSquare, moments.largest)
    }
  }

  package let motor: OneBitMotor
  package let train: PulseTrain
  /// Levels every ``FeltTrace/step``, dB over the threshold on the phone, where full motion counts as a hold at full
  /// intensity, earlier by the motor's lag.
  let levels: [FeltTrace.Level]
  package let difference: Difference

  private init<Failure>(
    _ train: PulseTrain, _ design: PulseDesign, on motor: OneBitMotor, _ work: Work<Failure>
  ) throws(Failure) {
    (self.motor, self.train) = (motor, train)
    let offset = PulseDesign.full.level - motor.fullLevel
    // That the motor is late as a whole is not a difference in strength.
    levels = try motor.levels(of: train, work).dropFirst(motor.lag / PulseDesign.perStep).map {
      .init(decibels: $0.decibels + offset, isFelt: $0.isFelt)
    }
    difference = Difference(design.levels, levels)
  }

  /// Searches the nearest train. A device whose motor is not known is assumed to have an eccentric one.
  package static func searched<Failure>(
    _ design: PulseDesign, on motor: OneBitMotor = .assumed, _ work: Work<Failure>
  ) throws(Failure) -> PulseFit {
    let fit = try PulseFit(PulseSearch.train(design, motor, work), design, on: motor, work)
    let plain = try naive(design, on: motor, work)
    return plain.difference.rmsDecibels < fit.difference.rmsDecibels ? plain : fit
  }

  /// On while an event plays, whatever its intensity, within the motor's limits: what to compare with.
  package static func naive<Failure>(
    _ design: PulseDesign, on motor: OneBitMotor, _ work: Work<Failure>
  ) throws(Failure) -> PulseFit {
    try PulseFit(PulseTrain(whenever: design.events, on: motor), design, on: motor, work)
  }

  /// Summary, such as “on erm-coin, the felt level differs by 2.1 dB on average, and is up to 6.0 dB weaker”.
  package var words: String {
    guard !train.pulses.isEmpty else { return "on \(motor.name), nothing is felt" }
    let largest = difference.largestDecibels
    return
      "on \(motor.name), the felt level differs by \(fixed(difference.rmsDecibels, 1)) dB on average, and is up to "
      + "\(fixed(abs(largest), 1)) dB \(largest < 0 ? "weaker" : "stronger")"
  }
}

extension PulseFit {
  /// Summary of beginnings that the motor cannot tell apart, such as “2 of 9 onsets are nearer than 41 ms to the one
  /// before, so they are joined”, or `nil` if it can.
  package func joinedOnsets(of design: PulseDesign) -> String? {
    let lost = design.onsets.count - PulseSearch.onsets(design, motor).count
    guard lost > 0 else { return nil }
    let least = motor.shortestPulse + motor.shortestGap
    return "\(lost) of \(counted(design.onsets.count, "onset")): nearer than \(least) ms to the one before"
  }
}
