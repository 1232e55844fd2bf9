import ThrumDevice
import ThrumPattern

/// Strengths of a tap's sine and its two braking half-cycles.
struct TapGains {
  let sine: Double
  let first: Double
  let second: Double
}

/// What dry friction changes about the acceleration in a tap.
///
/// The motion is integrated with friction and without it, so that errors of the integration cancel.
struct TapFriction {
  private let gains: TapGains
  private let hertz: Double
  private let brake: Double
  private let start: Double
  private let end: Double
  private let own: Double
  private let quality: Double
  private let friction: Double

  init(_ model: TapModel, _ gains: TapGains, hertz: Double, start: Double) {
    (self.gains, self.hertz, self.start) = (gains, hertz, start)
    brake = max(hertz, model.hertz * model.brakeRatio)
    end = start + model.cycles / hertz
    (own, quality, friction) = (2 * .pi * model.hertz, model.quality, model.friction)
  }

  /// Replaces part of the samples with the difference.
  func respond(_ samples: inout [Double], _ range: Range<Int>, rate: Double) {
    let step = 1 / rate
    let damping = 1 / (1 + step * own / quality)
    var (place, speed) = (0.0, 0.0)
    var (freePlace, freeSpeed) = (0.0, 0.0)
    for (index, sample) in range.enumerated() {
      let force = force(at: Double(index) * step)
      let free = damping * (freeSpeed + step * (force - own * own * freePlace))
      freePlace += step * free
      // Friction takes no more than all of the speed: the mass sticks.
      let pushed = speed + step * (force - own * own * place)
      let slowed = max(0, abs(pushed) - step * friction)
      let next = damping * (pushed < 0 ? -slowed : slowed)
      place += step * next
      samples[sample] = (next - speed - free + freeSpeed) * rate
      (speed, freeSpeed) = (next, free)
    }
  }

  private func force(at time: Double) -> Double {
    if time < start { return 0 }
    if time < end { return gains.sine * sineOfTurns(hertz * (time - start)) }
    let turns = brake * (time - end)
    if turns < 0.5 { return gains.first * sineOfTurns(turns) }
    return turns < 1 ? gains.second * sineOfTurns(turns - 0.5) : 0
  }
}
