import ThrumPattern

/// Times at which a motor is switched on and off, in whole milliseconds.
package struct PulseTrain: Equatable, Sendable {
  package struct Pulse: Equatable, Sendable, Encodable {
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
    seconds > 0 ? Int((1_000 * min(PulseDesign.longest, seconds)).rounded()) : 0
  }
}
