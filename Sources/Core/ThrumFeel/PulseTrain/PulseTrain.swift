import ThrumPattern

/// Times at which a motor is switched on and off, in whole milliseconds.
package struct PulseTrain: Equatable, Sendable {
  package struct Pulse: Equatable, Sendable, JSONEncodable {
    package let start: Int
    package let end: Int

    package init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    package var milliseconds: Int { end - start }
  }

  /// Ascending, and apart.
  package let pulses: [Pulse]

  /// - Parameter pulses: any; those that touch or overlap are joined, and empty ones dropped.
  package init(_ pulses: [Pulse]) {
    var joined: [Pulse] = []
    for pulse in pulses.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      let start = max(0, pulse.start)
      guard pulse.end > start else { continue }
      if let last = joined.last, start <= last.end {
        joined[joined.count - 1] = Pulse(start: last.start, end: max(last.end, pulse.end))
      } else {
        joined.append(Pulse(start: start, end: pulse.end))
      }
    }
    self.pulses = joined
  }

  /// Durations, alternately on and off, beginning with on and ending with it, as for `navigator.vibrate`.
  package var onOff: [Int] {
    var durations: [Int] = []
    var time = 0
    for pulse in pulses {
      if pulse.start > time { durations += durations.isEmpty ? [0, pulse.start] : [pulse.start - time] }
      durations.append(pulse.milliseconds)
      time = pulse.end
    }
    return durations
  }

  /// As one hold at full intensity that a control switches. Pulses that are separate events would each begin with
  /// the same phase, but drivers of resonant motors follow the phase of the motor.
  var pattern: Pattern {
    guard let first = pulses.first, let last = pulses.last else { return Pattern(entries: []) }
    let hold = Event(
      type: .hapticContinuous, time: PulseTrain.seconds(first.start),
      duration: PulseTrain.seconds(last.end - first.start), parameters: [EventParameter(.hapticIntensity, 1)])
    let switches = pulses.flatMap { [(time: $0.start, value: 1.0), (time: $0.end, value: 0.0)] }
    return Pattern(
      entries: [.event(hold)]
        + switches.map {
          .parameter(DynamicParameter(.hapticIntensityControl, value: $0.value, time: PulseTrain.seconds($0.time)))
        })
  }

  private static func seconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1_000 }

  /// On while an event plays, whatever its intensity, within the motor's limits: what to compare a searched train with.
  init(whenever events: FeelEvents, on motor: OneBitMotor) {
    let train = PulseTrain(
      events.sorted.filter { $0.intensity > 0 }.map { event in
        let (start, end) = (PulseTrain.milliseconds(event.time), PulseTrain.milliseconds(event.end))
        return Pulse(start: start, end: max(start + max(PulseTrain.tapMilliseconds, motor.shortestPulse), end))
      })
    var pulses: [Pulse] = []
    for pulse in train.pulses {
      if let last = pulses.last, pulse.start - last.end < motor.shortestGap {
        pulses[pulses.count - 1] = Pulse(start: last.start, end: pulse.end)
      } else {
        pulses.append(pulse)
      }
    }
    self.pulses = pulses
  }

  /// Length of a transient on the modelled phone.
  private static let tapMilliseconds = 15

  private static func milliseconds(_ seconds: Double) -> Int {
    // Not a number counts as 0.
    seconds > 0 ? Int(saturating: (1_000 * min(PulseDesign.longest, seconds)).rounded()) : 0
  }
}

/// Squared differences between the levels of a design and of a train in a window of one length, kept up to date while
/// the train changes. Energies are per ``FeltTrace/step`` and relative to full motion.
struct PulseDifference {
  /// Half the window, in steps.
  private let reach: Int
  private let kernel: [Float]
  /// The design's levels, and how much each difference counts. The first is `reach` before 0 s.
  private let wanted, weights: [Float]
  /// The train's energies in the window, and the differences that they cause.
  private var sums, costs: [Float]

  /// - Parameters:
  ///   - seconds: length of the window.
  ///   - weights: for each step from 0 s on.
  init(seconds: Double, design: [Float], weights: [Float], elsewhere: Float) {
    let reach = Int(seconds / FeltTrace.step / 2)
    let kernel = FeltTrace.weights(seconds: seconds, reach: reach).map { Float($0) }
    let count = design.count + 2 * reach
    let energies = PulseDifference.sums(design, kernel)
    (self.reach, self.kernel) = (reach, kernel)
    wanted = energies.map(PulseDifference.level)
    self.weights = (0..<count).map { place in
      weights.indices.contains(place - reach) ? weights[place - reach] : elsewhere
    }
    sums = [Float](repeating: 0, count: count)
    costs = sums
    for place in costs.indices { costs[place] = cost(place, 0) }
  }

  /// How much weaker the train is than the design at a step, dB.
  func missing(at step: Int) -> Float {
    let place = step + reach
    return sums.indices.contains(place) ? wanted[place] - PulseDifference.level(sums[place]) : 0
  }

  /// A change that may be made.
  struct Trial {
    fileprivate let first: Int
    fileprivate let sums, costs: [Float]
    /// By how much the differences fall.
    let gain: Float
  }

  /// - Parameter changes: of the train's energies from step `first` on.
  func trial(_ changes: [Float], from first: Int) -> Trial {
    var energies = PulseDifference.sums(changes, kernel)
    energies.removeLast(max(0, first + energies.count - sums.count))
    var costs = energies
    var gain: Float = 0
    for place in energies.indices {
      energies[place] = max(0, sums[first + place] + energies[place])
      costs[place] = cost(first + place, energies[place])
      gain += self.costs[first + place] - costs[place]
    }
    return Trial(first: first, sums: energies, costs: costs, gain: gain)
  }

  mutating func make(_ trial: Trial) {
    for place in trial.sums.indices {
      (sums[trial.first + place], costs[trial.first + place]) = (trial.sums[place], trial.costs[place])
    }
  }

  private static func sums(_ energies: [Float], _ kernel: [Float]) -> [Float] {
    var sums = [Float](repeating: 0, count: energies.count + kernel.count - 1)
    for (place, energy) in energies.enumerated() where energy != 0 {
      for offset in kernel.indices { sums[place + offset] += kernel[offset] * energy }
    }
    return sums
  }

  private func cost(_ place: Int, _ energy: Float) -> Float {
    let difference = PulseDifference.level(energy) - wanted[place]
    return weights[place] * difference * difference
  }

  /// Felt level, where full motion counts as a hold at full intensity on the phone, dB.
  private static func level(_ energy: Float) -> Float { max(0, Float(PulseDesign.full.level) + decibels(energy)) }

  /// 10·log₁₀ of an energy, with an error of less than 0.001 dB.
  private static func decibels(_ energy: Float) -> Float {
    guard energy > 1e-12 else { return -120 }
    let exponent = Float(energy.exponent)
    let t = energy.significand - 1
    var sum: Float = -0.009_310_496
    for factor: Float in [
      0.052_064_69, -0.137_531_24, 0.241_873_7, -0.347_305_47, 0.478_684_8, -0.721_165_9, 1.442_689_9,
    ] { sum = sum * t + factor }
    return 3.010_3 * (exponent + sum * t)
  }
}
