import ThrumDevice
import ThrumOffline
import ThrumPattern

/// Searches the pulse train whose felt level over time comes nearest to a design's.
///
/// First a train is built from left to right: at every millisecond at which the motor may be switched, it is in that
/// state which leaves the smaller difference in energy (as in a sigma-delta converter, with the motor in the loop).
/// Every onset begins a pulse. Then ``PulseRefinement`` moves the edges.
struct PulseSearch {
  private let design: PulseDesign
  private let motor: OneBitMotor
  /// Energies of what the motor would do next, by its state.
  private let pulse, rest, kept, ended: [Float]

  /// Share of a difference in energy that still counts a millisecond later: touch sums over 200 ms.
  private static let memory = Float(exponential(-1 / (1_000 * FeltMeter.seconds)))

  static func train<Failure>(
    _ design: PulseDesign, _ motor: OneBitMotor, _ work: Work<Failure>
  ) throws(Failure) -> PulseTrain {
    guard !design.energies.isEmpty else { return PulseTrain([]) }
    let built = try PulseSearch(design, motor).built(work)
    var refinement = PulseRefinement(built, design, motor)
    return try refinement.refined(work)
  }

  private init(_ design: PulseDesign, _ motor: OneBitMotor) {
    (self.design, self.motor) = (design, motor)
    let (on, off) = (motor.shortestPulse, motor.shortestGap)
    func energies(on: Int, of count: Int, isOn: Bool) -> [Float] {
      (0...OneBitModel.energySteps).map { step in
        var state = motor.model.state(atStep: step, isOn: isOn)
        var energy: Float = 0
        for time in 0..<count {
          state = motor.model.next(state, isOn: time < on)
          energy += motor.model.energy(state)
        }
        return energy
      }
    }
    pulse = energies(on: on, of: on + off, isOn: false)
    rest = energies(on: 0, of: on + off, isOn: false)
    kept = energies(on: off, of: off, isOn: true)
    ended = energies(on: 0, of: off, isOn: true)
  }

  /// Onsets that the motor can tell apart, ms.
  static func onsets(_ design: PulseDesign, _ motor: OneBitMotor) -> [Int] {
    var kept: [Int] = []
    for onset in design.onsets where onset >= (kept.last ?? -1_000_000) + motor.shortestPulse + motor.shortestGap {
      kept.append(onset)
    }
    return kept
  }

  private func built<Failure>(_ work: Work<Failure>) throws(Failure) -> PulseTrain {
    let (on, off) = (motor.shortestPulse, motor.shortestGap)
    let wanted = PulseSearch.sums(design.energies)
    let last = design.energies.count
    func energy(_ time: Int, _ count: Int) -> Float { Float(wanted[min(last, time + count)] - wanted[min(last, time)]) }
    let reach = motor.reach
    var onsets = PulseSearch.onsets(design, motor)[...]
    var pulses: [PulseTrain.Pulse] = []
    var (state, missing) = (OneBitModel.State(), Float(0))
    /// When the motor was last switched, and when the design was last felt.
    var (switched, felt) = (-1_000_000, -1_000_000)
    var isOn = false
    for time in 0..<last + on + reach {
      try work.check(at: time)
      if time < last, design.energies[time] > PulseDesign.unfelt { felt = time }
      let next = onsets.first ?? .max / 2
      let index = Int(state.motion * Float(OneBitModel.energySteps))
      if !isOn, time == next {
        onsets.removeFirst()
        // What came before must not make this onset weaker or stronger.
        (isOn, switched, missing) = (true, time, 0)
      } else if !isOn, time - switched >= off, time + on + off <= next, design.isPlaying(at: time) {
        let goal = missing + energy(time, on + off)
        if abs(goal - pulse[index]) < abs(goal - rest[index]) { (isOn, switched) = (true, time) }
      } else if isOn, time - switched >= on {
        let goal = missing + energy(time, off)
        let isEnough = abs(goal - ended[index]) <= abs(goal - kept[index])
        let isOver = time > felt && (time - felt >= reach || time - switched >= 2 * reach)
        if isEnough || isOver || time + off >= next {
          pulses.append(.init(start: switched, end: time))
          (isOn, switched) = (false, time)
        }
      }
      state = motor.model.next(state, isOn: isOn)
      missing = (missing + energy(time, 1) - motor.model.energy(state)) * PulseSearch.memory
    }
    if isOn { pulses.append(.init(start: switched, end: last + on + reach)) }
    return PulseTrain(pulses)
  }

  private static func sums(_ energies: [Float]) -> [Double] {
    var sum = 0.0
    return [0]
      + energies.map { energy in
        sum += Double(energy)
        return sum
      }
  }
}
