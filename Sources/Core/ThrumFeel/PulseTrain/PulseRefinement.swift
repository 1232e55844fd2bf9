import ThrumPattern

/// Moves the edges of a train's pulses as long as its level, by the motor's model, comes nearer to the design's.
struct PulseRefinement {
  /// Milliseconds per step of ``FeltTrace``.
  private static let perStep = 1_000 / FeltTrace.stepsPerSecond
  private static let reach = FeltTrace.reach
  private static let kernel = FeltTrace.weights.map { Float($0) }
  /// Weight of differences in moments in which the design is not felt.
  private static let elsewhere: Float = 0.1
  private static let moves = [32, 16, 8, 4, 2, 1]
  private static let passes = 3
  /// Milliseconds after a pulse in which another one is tried: the length of the meter's window, twice.
  private static let searched = Int(2_000 * FeltMeter.windowSeconds)
  /// Number of moves tried per train, unless there are more pulses than that.
  private static let mostMoves = 400_000
  /// States closer than this count as equal.
  private static let settled: Float = 0.002

  private let motor: OneBitMotor
  private let onsets: Set<Int>
  /// The design's.
  private let energies: [Float]
  private var pulses: [PulseTrain.Pulse]
  private var isOn: [Bool]
  /// The motor's state after each millisecond.
  private var states: [Float]
  /// The design's level, and the train's energy and its cost, in steps from ``FeltTrace/reach`` before 0 s on.
  private let wanted: [Float]
  private let weights: [Float]
  private var sums: [Float]
  private var costs: [Float]

  init(_ train: PulseTrain, _ design: PulseDesign, _ motor: OneBitMotor) {
    self.motor = motor
    onsets = Set(PulseSearch.onsets(design, motor))
    energies = design.energies
    pulses = train.pulses
    let most = max(design.energies.count, train.pulses.last?.end ?? 0) + 2 * motor.reach
    let length = most + 8 * motor.reach + PulseRefinement.perStep
    isOn = [Bool](repeating: false, count: length)
    for pulse in train.pulses { for time in pulse.start..<pulse.end { isOn[time] = true } }
    states = [Float](repeating: 0, count: length)
    let steps = length / PulseRefinement.perStep + 2 + 2 * PulseRefinement.reach
    let levels = design.levels
    wanted = (0..<steps).map { $0 < levels.count ? Float(max(0, levels[$0].decibels)) : 0 }
    weights = (0..<steps).map { $0 < levels.count && levels[$0].isFelt ? 1 : PulseRefinement.elsewhere }
    sums = [Float](repeating: 0, count: steps)
    costs = sums
    simulate()
  }

  mutating func refined<Failure>(_ work: Work<Failure>) throws(Failure) -> PulseTrain {
    for _ in 0..<PulseRefinement.passes {
      var isBetter = false
      var place = 0
      let moves = max(4, PulseRefinement.mostMoves / max(1, pulses.count * PulseRefinement.passes))
      while place < pulses.count {
        try work.check()
        if improve(place, most: moves) { isBetter = true }
        if insert(after: place) { isBetter = true }
        place += 1
      }
      if !isBetter { break }
    }
    return PulseTrain(pulses)
  }

  /// Tries to move a pulse's edges.
  private mutating func improve(_ place: Int, most: Int) -> Bool {
    var (left, isBetter) = (most, false)
    for size in PulseRefinement.moves {
      for (start, end) in [(0, size), (0, -size), (size, size), (-size, -size), (size, 0), (-size, 0)] {
        while left > 0, place < pulses.count {
          let old = pulses[place]
          let new = PulseTrain.Pulse(start: old.start + start, end: old.end + end)
          guard isAllowed(new, at: place) else { break }
          left -= 1
          guard replace(old, by: new) else { break }
          pulses[place] = new
          isBetter = true
        }
      }
    }
    if left > 0, place < pulses.count, !onsets.contains(pulses[place].start), remove(place) { isBetter = true }
    return isBetter
  }

  /// Tries a pulse in the gap after another one, where the design goes on but is too weak to have earned one.
  private mutating func insert(after place: Int) -> Bool {
    guard place < pulses.count else { return false }
    let end = place + 1 < pulses.count ? pulses[place + 1].start - motor.shortestGap : energies.count
    var start = pulses[place].end + motor.shortestGap
    let limit = min(end, start + PulseRefinement.searched)
    while start + motor.shortestPulse <= limit {
      let pulse = PulseTrain.Pulse(start: start, end: start + motor.shortestPulse)
      if energies[start] > PulseDesign.unfelt, isWeaker(at: start),
        replace(.init(start: start, end: start), by: pulse)
      {
        pulses.insert(pulse, at: place + 1)
        return true
      }
      start += 2 * PulseRefinement.perStep
    }
    return false
  }

  /// Whether the train is felt noticeably weaker than the design.
  private func isWeaker(at time: Int) -> Bool {
    let place = PulseRefinement.step(time) + PulseRefinement.reach
    guard place < sums.count else { return false }
    return level(sums[place]) < wanted[place] - Float(FeelJudge.noticeable)
  }

  private func isAllowed(_ new: PulseTrain.Pulse, at place: Int) -> Bool {
    let old = pulses[place]
    guard new.milliseconds >= motor.shortestPulse, new.start >= 0 else { return false }
    if new.start != old.start {
      // An onset stays where it is, and nothing else begins where the design is silent.
      guard !onsets.contains(old.start), new.start < energies.count, energies[new.start] > PulseDesign.unfelt else {
        return false
      }
    }
    if place > 0, new.start < pulses[place - 1].end + motor.shortestGap { return false }
    let limit = place + 1 < pulses.count ? pulses[place + 1].start - motor.shortestGap : states.count - 8 * motor.reach
    guard new.end <= limit else { return false }
    guard new.end > old.end else { return true }
    // A pulse that is long enough for the motor to rise ends with the design.
    let from = max(0, new.end - (new.milliseconds > 2 * motor.reach ? 4 : motor.reach))
    return from < energies.count && energies[from..<min(energies.count, new.end)].contains { $0 > PulseDesign.unfelt }
  }

  private mutating func remove(_ place: Int) -> Bool {
    let old = pulses[place]
    guard replace(old, by: .init(start: old.start, end: old.start)) else { return false }
    pulses.remove(at: place)
    return true
  }

  // MARK: Model

  private mutating func simulate() {
    var state: Float = 0
    var found = [Float](repeating: 0, count: sums.count)
    for time in states.indices {
      state = motor.next(state, isOn: isOn[time])
      states[time] = state
      found[PulseRefinement.step(time)] += motor.energy(state) / Float(PulseRefinement.perStep)
    }
    add(found, from: 0)
    for place in costs.indices { costs[place] = cost(place, sums[place]) }
  }

  /// Index of the step that is nearest to a millisecond, from 0 s on.
  private static func step(_ time: Int) -> Int { (time + perStep / 2) / perStep }

  private mutating func add(_ changes: [Float], from first: Int) {
    for (place, change) in changes.enumerated() where change != 0 {
      let start = first + place
      for (offset, weight) in PulseRefinement.kernel.enumerated() where start + offset < sums.count {
        sums[start + offset] += weight * change
      }
    }
  }

  /// Felt level, where full motion counts as a hold at full intensity on the phone, dB.
  private func level(_ energy: Float) -> Float {
    max(0, Float(PulseDesign.full.level) + PulseRefinement.decibels(energy))
  }

  private func cost(_ place: Int, _ energy: Float) -> Float {
    let difference = level(energy) - wanted[place]
    return weights[place] * difference * difference
  }

  /// Changes a pulse if the train's level then comes nearer to the design's. Returns whether it did.
  private mutating func replace(_ old: PulseTrain.Pulse, by new: PulseTrain.Pulse) -> Bool {
    set(old, to: false)
    set(new, to: true)
    let first = min(old.start, new.start)
    let last = max(old.end, new.end)
    var state = first > 0 ? states[first - 1] : 0
    var time = first
    var after: [Float] = []
    var changes: [Float] = []
    let start = PulseRefinement.step(first)
    while time < states.count {
      state = motor.next(state, isOn: isOn[time])
      if time >= last, abs(state - states[time]) < PulseRefinement.settled { break }
      let place = PulseRefinement.step(time) - start
      if place == changes.count { changes.append(0) }
      changes[place] += (motor.energy(state) - motor.energy(states[time])) / Float(PulseRefinement.perStep)
      after.append(state)
      time += 1
    }
    let width = changes.count + 2 * PulseRefinement.reach
    var energies = [Float](repeating: 0, count: width)
    for (place, change) in changes.enumerated() where change != 0 {
      for (offset, weight) in PulseRefinement.kernel.enumerated() { energies[place + offset] += weight * change }
    }
    var gain: Float = 0
    var costs = energies
    for place in 0..<width where start + place < sums.count {
      energies[place] = max(0, sums[start + place] + energies[place])
      costs[place] = cost(start + place, energies[place])
      gain += self.costs[start + place] - costs[place]
    }
    guard gain > 0.01 else {
      set(new, to: false)
      set(old, to: true)
      return false
    }
    for (place, state) in after.enumerated() { states[first + place] = state }
    for place in 0..<width where start + place < sums.count {
      (sums[start + place], self.costs[start + place]) = (energies[place], costs[place])
    }
    return true
  }

  private mutating func set(_ pulse: PulseTrain.Pulse, to value: Bool) {
    for time in pulse.start..<pulse.end { isOn[time] = value }
  }

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
