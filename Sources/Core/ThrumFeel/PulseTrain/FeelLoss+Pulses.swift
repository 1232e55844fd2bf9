import ThrumPattern

extension FeelLoss {
  /// Changes from the phone's levels to those of a pulse train on its motor, where a hold at full intensity equals full
  /// motion. A motor with one bit has no weak motion to compare with, so its peaks say nothing.
  ///
  /// Lengths are not compared: touch joins pulses within the meter's window.
  package init(_ fit: PulseFit, of design: PulseDesign) {
    func level(_ levels: [FeltTrace.Level], _ event: FeelEvent) -> Double {
      let first = Int(event.time * Double(FeltTrace.stepsPerSecond)) + FeltTrace.reach
      let last = Int(min(event.end, PulseDesign.longest) * Double(FeltTrace.stepsPerSecond)) + FeltTrace.reach
      guard first < levels.count else { return FeelJudge.silence }
      return levels[first...min(max(first, last), levels.count - 1)].map { $0.decibels }.max() ?? FeelJudge.silence
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
    self.init(motor: fit.motor.name, count: felt.count, changes: changes)
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
