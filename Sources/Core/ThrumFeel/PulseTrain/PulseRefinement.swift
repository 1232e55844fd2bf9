import ThrumDevice
import ThrumPattern

/// Moves the edges of a train's pulses as long as its level, by the motor's model, comes nearer to the design's.
struct PulseRefinement {
  /// Milliseconds per step of ``FeltTrace``.
  private static let perStep = PulseDesign.perStep
  /// Weight of differences in moments in which the design is not felt.
  private static let elsewhere: Float = 0.1
  /// Length of the window that tells rhythm, s, and the weight of its differences beside those in the meter's window.
  private static let (rhythmSeconds, rhythmWeight): (Double, Float) = (0.13, 0.1)
  /// Milliseconds by which edges move in each pass over the pulses, and fewer passes for very many pulses. All pulses
  /// move a little before any moves far, so that equal taps stay equal.
  private static let (moves, fewMoves) = ([8, 8, 8, 4, 4, 4, 2, 2, 1, 1], [8, 4, 2])
  private static let many = 20_000
  /// Milliseconds after a pulse in which another one is tried: the length of the meter's window, twice.
  private static let searched = Int(2_000 * FeltMeter.windowSeconds)
  /// Milliseconds after which the motor moves as before, or the change is not made. At the edge of its dead time, a
  /// motor carries a change from pulse to pulse to the end of the pattern.
  private static let settled = searched

  private let motor: OneBitMotor
  private let design: PulseDesign
  private let onsets: Set<Int>
  /// The design's.
  private let energies: [Float]
  private var pulses: [PulseTrain.Pulse]
  private var isOn: [Bool]
  /// The motor's state after each millisecond.
  private var states: [OneBitModel.State]
  private var strength, rhythm: PulseDifference

  init(_ train: PulseTrain, _ design: PulseDesign, _ motor: OneBitMotor) {
    (self.design, self.motor) = (design, motor)
    onsets = Set(PulseSearch.onsets(design, motor))
    energies = design.energies
    pulses = train.pulses
    let most = max(design.energies.count, train.pulses.last?.end ?? 0) + 2 * motor.reach
    let length = most + 8 * motor.reach + PulseRefinement.perStep
    isOn = [Bool](repeating: false, count: length)
    for pulse in train.pulses { for time in pulse.start..<pulse.end { isOn[time] = true } }
    states = [OneBitModel.State](repeating: .init(), count: length)
    var wanted = [Float](repeating: 0, count: length / PulseRefinement.perStep + 2)
    for (time, energy) in design.energies.enumerated() {
      wanted[PulseRefinement.step(time)] += energy / Float(PulseRefinement.perStep)
    }
    let felt = wanted.indices.map { step -> Float in
      let place = step + FeltTrace.reach
      return design.levels.indices.contains(place) && design.levels[place].isFelt ? 1 : PulseRefinement.elsewhere
    }
    strength = PulseDifference(
      seconds: FeltMeter.windowSeconds, design: wanted, weights: felt, elsewhere: PulseRefinement.elsewhere)
    let weight = PulseRefinement.rhythmWeight
    rhythm = PulseDifference(
      seconds: PulseRefinement.rhythmSeconds, design: wanted, weights: felt.map { weight * $0 },
      elsewhere: weight * PulseRefinement.elsewhere)
    simulate()
  }

  mutating func refined<Failure>(_ work: Work<Failure>) throws(Failure) -> PulseTrain {
    for size in pulses.count < PulseRefinement.many ? PulseRefinement.moves : PulseRefinement.fewMoves {
      var place = 0
      while place < pulses.count {
        try work.check(at: place)
        improve(place, by: size)
        insert(after: place)
        place += 1
      }
    }
    return PulseTrain(pulses)
  }

  /// Tries to move a pulse's edges.
  private mutating func improve(_ place: Int, by size: Int) {
    for (start, end) in [(0, size), (0, -size), (size, size), (-size, -size), (size, 0), (-size, 0)] {
      let old = pulses[place]
      let new = PulseTrain.Pulse(start: old.start + start, end: old.end + end)
      if isAllowed(new, at: place), replace(old, by: new) { pulses[place] = new }
    }
    guard !onsets.contains(pulses[place].start) else { return }
    let old = pulses[place]
    if replace(old, by: .init(start: old.start, end: old.start)) { pulses.remove(at: place) }
  }

  /// Tries a pulse in the gap after another one, where the design still plays but was too weak to begin one.
  private mutating func insert(after place: Int) {
    guard place < pulses.count else { return }
    let end = place + 1 < pulses.count ? pulses[place + 1].start - motor.shortestGap : energies.count
    var start = pulses[place].end + motor.shortestGap
    let limit = min(end, start + PulseRefinement.searched)
    while start + motor.shortestPulse <= limit {
      let pulse = PulseTrain.Pulse(start: start, end: start + motor.shortestPulse)
      if design.isPlaying(at: start), strength.missing(at: PulseRefinement.step(start)) > Float(FeelJudge.noticeable),
        replace(.init(start: start, end: start), by: pulse)
      {
        return pulses.insert(pulse, at: place + 1)
      }
      start += 2 * PulseRefinement.perStep
    }
  }

  private func isAllowed(_ new: PulseTrain.Pulse, at place: Int) -> Bool {
    let old = pulses[place]
    guard new.milliseconds >= motor.shortestPulse, new.start >= 0 else { return false }
    if new.start != old.start {
      // An onset stays where it is, and nothing else begins where the design is silent.
      guard !onsets.contains(old.start), design.isPlaying(at: new.start) else { return false }
    }
    if place > 0, new.start < pulses[place - 1].end + motor.shortestGap { return false }
    let limit = place + 1 < pulses.count ? pulses[place + 1].start - motor.shortestGap : states.count - 8 * motor.reach
    guard new.end <= limit else { return false }
    guard new.end > old.end else { return true }
    // A pulse that is long enough for the motor to rise ends with the design.
    let from = max(0, new.end - (new.milliseconds > 2 * motor.reach ? 4 : motor.reach))
    return from < energies.count && energies[from..<min(energies.count, new.end)].contains { $0 > PulseDesign.unfelt }
  }

  // MARK: Model

  private mutating func simulate() {
    var state = OneBitModel.State()
    var found = [Float](repeating: 0, count: states.count / PulseRefinement.perStep + 2)
    for time in states.indices {
      state = motor.model.next(state, isOn: isOn[time])
      states[time] = state
      found[PulseRefinement.step(time - motor.lag)] += motor.model.energy(state) / Float(PulseRefinement.perStep)
    }
    strength.make(strength.trial(found, from: 0))
    rhythm.make(rhythm.trial(found, from: 0))
  }

  /// Index of the step that is nearest to a millisecond, from 0 s on.
  private static func step(_ time: Int) -> Int { max(0, time + perStep / 2) / perStep }

  /// Changes a pulse if the train's level then comes nearer to the design's. Returns whether it did.
  private mutating func replace(_ old: PulseTrain.Pulse, by new: PulseTrain.Pulse) -> Bool {
    set(old, to: false)
    set(new, to: true)
    let first = min(old.start, new.start)
    let last = max(old.end, new.end)
    var state = first > 0 ? states[first - 1] : OneBitModel.State()
    var time = first
    var after: [OneBitModel.State] = []
    var changes: [Float] = []
    let start = PulseRefinement.step(first - motor.lag)
    while time < states.count {
      state = motor.model.next(state, isOn: isOn[time])
      if time >= last, state.isNear(states[time]) { break }
      guard time < last + PulseRefinement.settled else {
        set(new, to: false)
        set(old, to: true)
        return false
      }
      let place = PulseRefinement.step(time - motor.lag) - start
      if place == changes.count { changes.append(0) }
      changes[place] += (motor.model.energy(state) - motor.model.energy(states[time])) / Float(PulseRefinement.perStep)
      after.append(state)
      time += 1
    }
    let (strong, rhythmic) = (strength.trial(changes, from: start), rhythm.trial(changes, from: start))
    guard strong.gain + rhythmic.gain > 0.01 else {
      set(new, to: false)
      set(old, to: true)
      return false
    }
    for (place, state) in after.enumerated() { states[first + place] = state }
    strength.make(strong)
    rhythm.make(rhythmic)
    return true
  }

  private mutating func set(_ pulse: PulseTrain.Pulse, to value: Bool) {
    for time in pulse.start..<pulse.end { isOn[time] = value }
  }
}

extension FeelLoss {
  /// Changes from the phone's levels to those of a pulse train on its motor, where a hold at full intensity equals full
  /// motion. A motor with one bit has no weak motion to compare with, so its peaks say nothing.
  ///
  /// Lengths are not compared: touch joins pulses within the meter's window.
  package init(_ fit: PulseFit, of design: PulseDesign) {
    func level(_ levels: [FeltTrace.Level], _ event: FeelEvent) -> Double {
      let first = Int(event.time * Double(FeltTrace.stepsPerSecond)) + FeltTrace.reach
      let last = Int(min(event.end, PulseDesign.longest) * Double(FeltTrace.stepsPerSecond)) + FeltTrace.reach
      guard first < levels.count else { return FeltMeter.silence }
      return levels[first...min(max(first, last), levels.count - 1)].map { $0.decibels }.max() ?? FeltMeter.silence
    }
    let felt = design.events.sorted.filter {
      $0.time < PulseDesign.longest && level(design.levels, $0) >= FeelVerdict.feltLevel
    }
    let changes = felt.compactMap { event -> Change? in
      let (wanted, given) = (level(design.levels, event), level(fit.levels, event))
      let change = max(0, given) - max(0, wanted)
      guard abs(change) >= FeelJudge.noticeable else { return nil }
      return Change(time: event.time, decibels: given < FeelVerdict.feltLevel ? nil : change, seconds: 0)
    }
    self.init(motor: fit.motor.name, count: felt.count, changes: changes, moment: fit.difference.largestDecibels)
  }
}
