import ThrumDevice
import ThrumPattern

/// A model of recorded taps: a sprung mass, its drive, the sensor and an echo (decision 0050).
struct TapModel {
  /// Resonance.
  var hertz: Double
  var quality: Double
  var cycles = 1.0
  /// Lowest frequency of the braking half-cycles, relative to the resonance.
  var brakeRatio = 1.0
  /// −1 if inverted.
  var polarity = 1.0
  /// Corner of a first-order high-pass in the sensor, or 0.
  var highPassHertz = 0.0
  /// Corner of a first-order low-pass in the sensor, or 0.
  var lowPassHertz = 0.0
  var echoSeconds = 0.0
  var echoGain = 0.0
  /// Deceleration by dry friction, in the recording's unit.
  var friction = 0.0
  /// A second resonance in series: its frequency or 0, its Q, and what it adds of its displacement and its speed.
  var secondHertz = 0.0
  var secondQuality = 5.0
  var secondLevel = 0.0
  var secondSlope = 0.0

  /// The sine and the two braking half-cycles, which scale.
  static let parts = 3

  /// Writes the responses, as recorded, to the sine and to each braking half-cycle, all at amplitude 1 and `count`
  /// frames long.
  func respond(_ responses: inout [Double], count: Int, hertz drive: Double, start: Double, rate: Double) {
    for index in 0..<TapModel.parts * count { responses[index] = 0 }
    let end = start + cycles / drive
    SwitchedSine(hertz: drive, resonance: hertz, quality: quality)
      .add(to: &responses, 0..<count, start: start, gain: 1, rate: rate)
    SwitchedSine(hertz: drive, phase: cycles, resonance: hertz, quality: quality)
      .add(to: &responses, 0..<count, start: end, gain: -1, rate: rate)
    let brake = max(drive, hertz * brakeRatio)
    let pulse = SwitchedSine(hertz: brake, resonance: hertz, quality: quality)
    for part in 1..<TapModel.parts {
      let range = part * count..<(part + 1) * count
      let begin = end + Double(part - 1) * 0.5 / brake
      pulse.add(to: &responses, range, start: begin, gain: 1, rate: rate)
      pulse.add(to: &responses, range, start: begin + 0.5 / brake, gain: 1, rate: rate)
    }
    for part in 0..<TapModel.parts { record(&responses, part * count..<(part + 1) * count, rate) }
  }

  /// Changes an acceleration of the mass to what the sensor records.
  func record(_ samples: inout [Double], _ range: Range<Int>, _ rate: Double) {
    if secondHertz > 0 { resound(&samples, range, rate) }
    if highPassHertz > 0 {
      let k = .pi * highPassHertz / rate
      var (input, output) = (0.0, 0.0)
      for index in range {
        let sample = samples[index]
        output = ((sample - input) + (1 - k) * output) / (1 + k)
        input = sample
        samples[index] = output
      }
    }
    if lowPassHertz > 0 {
      let k = .pi * lowPassHertz / rate
      var (input, output) = (0.0, 0.0)
      for index in range {
        let sample = samples[index]
        output = (k * (sample + input) + (1 - k) * output) / (1 + k)
        input = sample
        samples[index] = output
      }
    }
    if echoGain != 0 {
      let lag = echoSeconds * rate
      let whole = Int(lag)
      let share = lag - Double(whole)
      for index in range.reversed() where index - whole > range.lowerBound {
        samples[index] += echoGain * ((1 - share) * samples[index - whole] + share * samples[index - whole - 1])
      }
    }
  }

  /// Adds the second resonance's response, by the bilinear transform.
  private func resound(_ samples: inout [Double], _ range: Range<Int>, _ rate: Double) {
    let turns = secondHertz / (2 * rate)
    let k = sineOfTurns(turns + 0.25) / sineOfTurns(turns)
    let whole = k * k + k / secondQuality + 1
    let (a1, a2) = ((2 - 2 * k * k) / whole, (k * k - k / secondQuality + 1) / whole)
    let slope = secondSlope * k
    let (b0, b1, b2) = ((secondLevel + slope) / whole, 2 * secondLevel / whole, (secondLevel - slope) / whole)
    var (first, other) = (0.0, 0.0)
    for index in range {
      let input = samples[index]
      let output = b0 * input + first
      first = b1 * input - a1 * output + other
      other = b2 * input - a2 * output
      samples[index] = input + output
    }
  }
}

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
