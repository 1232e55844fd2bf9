import TestSupport
import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Random patterns with known edits: the report names exactly these.
@Suite struct DifferenceEditTests {
  /// Ways of editing a pattern.
  enum Edit: CaseIterable {
    case moveSome, moveBeat, moveAll, scale, remove, add, changeCurve, everything
  }

  /// A pattern, what was done to it, and the changes that a report must list.
  private struct Case {
    var numbers: SplitMix64
    var old: [Event] = []
    var new: [Event?] = []
    var added: [Event] = []
    var curve: [ControlPoint] = []
    var newCurve: [ControlPoint] = []
    var shift = 0.0

    init(seed: UInt64, _ edit: Edit) {
      numbers = SplitMix64(seed: seed)
      var time = 0.0
      for _ in 0..<Int(number(12, 60)) {
        time += (number(50, 400) / 1000).rounded(3)
        old.append(event(at: time.rounded(3)))
      }
      if numbers.next() % 2 == 0 || edit == .changeCurve {
        curve = (0..<4).map { ControlPoint(time: 0.5 * Double($0), value: number(0.3, 1).rounded(2)) }
      }
      (new, newCurve) = (old, curve)
      apply(edit)
    }

    private mutating func number(_ low: Double, _ high: Double) -> Double { numbers.number(low...high) }

    private mutating func event(at time: Double) -> Event {
      let isTap = number(0, 1) < 0.6
      return Event(
        type: isTap ? .hapticTransient : .hapticContinuous, time: time,
        duration: isTap ? nil : number(0.05, 0.5).rounded(3),
        parameters: [
          EventParameter(.hapticIntensity, number(0.2, 1).rounded(2)),
          EventParameter(.hapticSharpness, number(0, 1).rounded(2)),
        ])
    }

    private mutating func apply(_ edit: Edit) {
      var left = Set(old.indices)
      func take(_ count: Int, _ numbers: inout SplitMix64) -> [Int] {
        let chosen = Array(left.sorted().shuffled(using: &numbers).prefix(count))
        left.subtract(chosen)
        return chosen
      }
      let all = edit == .everything
      let step = ((number(0.02, 0.4) * (numbers.next() % 2 == 0 ? 1 : -1)) as Double).rounded(3)
      switch edit {
      case .moveSome, .everything:
        for place in take(Int(number(1, Double(old.count) / (all ? 4 : 2))), &numbers) { move(place, step) }
      case .moveBeat:
        let first = Int(number(0, Double(old.count - 2)))
        for place in [first, first + 1] { move(place, step) }
      case .moveAll:
        for place in old.indices { move(place, abs(step)) }
        newCurve = curve.map { ControlPoint(time: ($0.time + abs(step)).rounded(3), value: $0.value) }
        shift = abs(step)
      default: break
      }
      if all || edit == .scale {
        let factor = number(0.3, 0.9)
        for place in take(Int(number(1, Double(old.count) / (all ? 4 : 1))), &numbers) {
          let level = (old[place].value(of: .hapticIntensity) * factor).rounded(2)
          new[place]?.parameters[0] = EventParameter(.hapticIntensity, level)
        }
      }
      if all || edit == .remove { for place in take(Int(number(1, 4)), &numbers) { new[place] = nil } }
      if all || edit == .add {
        for _ in 0..<Int(number(1, 4)) { added.append(event(at: number(0, old.last?.time ?? 1).rounded(3))) }
      }
      if !curve.isEmpty, all || edit == .changeCurve {
        newCurve[1] = ControlPoint(time: curve[1].time, value: curve[1].value < 0.6 ? 0.9 : 0.2)
      }
    }

    private mutating func move(_ place: Int, _ step: Double) {
      let time = (new[place]?.time ?? 0) + step
      new[place]?.time = time.rounded(3)
    }

    func pattern(_ events: [Event], _ points: [ControlPoint]) -> PatternGroup {
      let entries =
        points.isEmpty ? [] : [PatternEntry.curve(ParameterCurve(.hapticIntensityControl, time: 0, points: points))]
      return PatternGroup(Pattern(entries: events.map(PatternEntry.event) + entries))
    }

    /// What must be reported, one line a change, sorted.
    var expected: [String] {
      var lines = added.map { Case.line(.added, $0.type, $0.time, []) }
      for (before, after) in zip(old, new) {
        guard let after else {
          lines.append(Case.line(.removed, before.type, before.time, []))
          continue
        }
        var values: [String] = []
        if abs(after.time - before.time - shift) > 1e-6 {
          values.append("time by \(fixed(after.time - before.time - shift, 3))")
        }
        let (from, to) = (before.value(of: .hapticIntensity), after.value(of: .hapticIntensity))
        if from != to { values.append("intensity by \(fixed(to - from, 3))") }
        if !values.isEmpty { lines.append(Case.line(.changed, after.type, after.time, values)) }
      }
      return lines.sorted()
    }

    static func line(_ kind: EventChange.Kind, _ type: EventType, _ time: Double, _ values: [String]) -> String {
      "\(kind.rawValue) \(type.rawValue) at \(fixed(time, 3)) \(values.joined(separator: ", "))"
    }

    func reported(_ difference: PatternDifference) -> [String] {
      difference.changes.filter { $0.kind != .changed || !$0.values.isEmpty }.map { change in
        let values = change.kind == .changed ? change.values.map { "\($0.name) by \(fixed($0.to - $0.from, 3))" } : []
        return Case.line(change.kind, change.type, change.time, values)
      }.sorted()
    }

    /// What the report says wrongly or does not say, empty if it names exactly the edits.
    var faults: [String] {
      let difference = PatternDifference(
        pattern(old, curve), pattern(new.compactMap { $0 } + added, newCurve), on: FeelMotor(.phone),
        Work<Never>.endless)
      let (expected, reported) = (expected, reported(difference))
      var faults = Set(reported).subtracting(expected).map { "said: \($0)" }
      faults += Set(expected).subtracting(reported).map { "not said: \($0)" }
      if difference.shift != shift { faults.append("shift \(difference.shift), not \(shift)") }
      let hasCurveChange = shift == 0 && curve != newCurve
      if difference.controls.isEmpty == hasCurveChange {
        faults.append("\(difference.controls.count) changed controls")
      }
      return faults
    }
  }

  @Test(arguments: Edit.allCases)
  func `a report names exactly the edits of random patterns`(_ edit: Edit) {
    let wrong = (0..<40).map { Case(seed: 1_000 * UInt64($0) + 17, edit).faults }.filter { !$0.isEmpty }
    #expect(wrong.count <= (edit == .everything ? 1 : 0), "\(wrong.joined(separator: ["—"]).joined(separator: "\n"))")
  }
}

extension Double {
  fileprivate func rounded(_ digits: Int) -> Double {
    let scale = digits == 2 ? 100.0 : 1000.0
    return (self * scale).rounded() / scale
  }
}
