import TestSupport
import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// What differs between two versions, and what of it is noticed.
@Suite struct DifferenceTests {
  private func tap(_ time: Double, _ intensity: Double = 1, _ sharpness: Double = 0.5) -> PatternEntry {
    .event(
      Event(
        type: .hapticTransient, time: time,
        parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
  }

  private func hold(
    _ time: Double, _ seconds: Double = 0.5, _ intensity: Double = 0.8, _ sharpness: Double = 0.4
  ) -> PatternEntry {
    .event(
      Event(
        type: .hapticContinuous, time: time, duration: seconds,
        parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]))
  }

  private func curve(_ values: Double...) -> PatternEntry {
    .curve(
      ParameterCurve(
        .hapticIntensityControl, time: 0,
        points: values.enumerated().map { ControlPoint(time: Double($0), value: $1) }))
  }

  private func difference(_ old: [PatternEntry], _ new: [PatternEntry]) -> PatternDifference {
    PatternDifference(
      PatternGroup(Pattern(entries: old)), PatternGroup(Pattern(entries: new)), on: FeelMotor(.phone),
      Work<Never>.endless)
  }

  private func words(_ old: [PatternEntry], _ new: [PatternEntry]) -> [String] {
    difference(old, new).changes.flatMap(\.noticed)
  }

  @Test func `equal versions have no differences, whatever the order of their entries`() {
    let entries = [tap(0), hold(1), curve(1, 0.5), tap(1)]
    #expect(difference(entries, entries.reversed()).isEmpty)
  }

  @Test func `added and removed events are noticed if they are felt`() {
    let changes = difference([tap(0), tap(1), tap(2, 0.1)], [tap(0), hold(3)]).changes
    #expect(changes.map(\.kind) == [.removed, .removed, .added])
    #expect(changes.map(\.isNoticed) == [true, false, true])
    #expect(changes[0].noticed[0].hasPrefix("no longer felt, was ") && changes[2].noticed[0].hasPrefix("newly felt, "))
  }

  @Test func `a change is noticed once it reaches the just noticeable difference`() {
    // Amplitude is intensity squared: 0.9 of the intensity is 1.8 dB less, 0.85 is 2.8 dB.
    #expect(words([hold(0)], [hold(0, 0.5, 0.72)]).isEmpty)
    #expect(words([hold(0)], [hold(0, 0.5, 0.68)]) == ["3 dB weaker"])
    #expect(words([hold(0)], [hold(0, 0.56)]).isEmpty)
    #expect(words([hold(0)], [hold(0, 0.6)]) == ["100 ms longer"])
    #expect(words([tap(0)], [tap(0.008)]).isEmpty)
    #expect(words([tap(0)], [tap(0.020)]) == ["20 ms later"])
  }

  @Test func `a sharper event is reported as higher by the ratio of the two frequencies`() {
    let map = SharpnessMap()
    for sharpness in [0.5, 0.8] {
      let ratio = map.hertz(sharpness: sharpness) / map.hertz(sharpness: 0.4)
      let found = words([hold(0)], [hold(0, 0.5, 0.8, sharpness)]).filter { $0.hasSuffix("higher") }
      #expect(found == (ratio < 1.18 ? [] : ["\(fixed(100 * (ratio - 1), 0)) % higher"]))
    }
  }

  @Test func `an event that falls below the threshold is no longer felt, and one that rises above it is newly felt`() {
    #expect(words([tap(0)], [tap(0, 0.15)]) == ["no longer felt"])
    #expect(words([tap(0, 0.15)], [tap(0)]) == ["newly felt"])
    #expect(words([tap(0, 0.1)], [tap(0, 0.15)]).isEmpty)
  }

  @Test func `one of many weak transients in a run is felt, and its removal is noticed`() {
    let run = (0..<20).map { tap(0.02 * Double($0), 0.16) }
    #expect(words([run[0]], []).isEmpty)
    #expect(words(run, Array(run.dropLast())).first?.hasPrefix("no longer felt") == true)
  }

  @Test func `a changed curve counts as a change to the events under it`() throws {
    let found = difference([hold(0), curve(1, 1)], [hold(0), curve(0.5, 0.5)])
    let change = try #require(found.changes.first)
    #expect(change.values.isEmpty && change.noticed.first?.hasSuffix("dB weaker") == true)
    let control = try #require(found.controls.first)
    #expect(control.parameter == "HapticIntensityControl" && control.from == 0 && control.most == -0.5)
  }

  @Test func `a control differs up to its next point or the pattern's end, and a change is felt in holds`() throws {
    func set(_ time: Double, _ value: Double) -> PatternEntry {
      .parameter(DynamicParameter(.hapticIntensityControl, value: value, time: time))
    }
    func change(_ new: [PatternEntry], to old: [PatternEntry]? = nil) throws -> ControlChange {
      try #require(difference(old ?? [hold(0, 10)], [hold(0, 10)] + new).controls.first)
    }
    let muted = try change([set(0.5, 0)])
    #expect(muted.from == 0.5 && muted.to == 10 && muted.most == -1 && muted.isNoticed)
    let second = try change([set(5, 0), set(6, 1)])
    #expect(second.from == 5 && second.to == 6 && second.isNoticed)
    let ramp = try change([curve(0, 1)])
    #expect(ramp.from == 0 && ramp.to == 1 && ramp.most == -1 && ramp.isNoticed)
    let slight = try change([set(5, 0.95)])
    #expect(slight.to == 10 && !slight.isNoticed)
    let silent = try change([set(12, 0)])
    #expect(silent.from == 12 && silent.to == 12 && !silent.isNoticed)
  }

  @Test func `a pattern that starts later is reported as a single overall shift`() {
    let times = [0.0, 0.3, 0.4, 1.1, 1.5]
    let found = difference(times.map { tap($0) }, [hold(0.1)] + times.map { tap($0 + 0.7) })
    #expect(found.shift == 0.7 && found.changes.map(\.kind) == [.added])
  }

  @Test func `a moved pattern whose intensities changed is matched event by event`() {
    let times = [0.0, 0.3, 0.4, 1.1, 1.5]
    let found = difference(times.map { tap($0, 0.9) }, times.map { tap($0 + 0.25, 0.7) })
    #expect(found.shift == 0.25 && found.changes.count == 5)
    #expect(found.changes.allSatisfy { $0.kind == .changed && $0.values.map(\.name) == ["intensity"] })
  }

  @Test(
    arguments: [([4, 5], -0.3), ([14, 15], 0.1), ([2, 3, 4, 5], 0.1), ([4], -0.3), ([6, 7], 0.4)] as [([Int], Double)])
  func `a beat that moved in a regular pattern is all that is reported`(_ places: [Int], _ step: Double) {
    func beats(_ moved: [Int], _ levels: [Int: Double] = [:]) -> [PatternEntry] {
      (0..<16).map { place in
        let time = 0.4 * Double(place / 2) + (moved.contains(place) ? step : 0)
        let level = levels[place] ?? (place % 2 == 0 ? 0.9 : 0.5)
        return place % 2 == 0 ? tap(time, level, 0.3) : hold(time + 0.004, 0.08, level, 0.1)
      }
    }
    for levels in [[:], [10: 0.62, 13: 0.3]] {
      let found = difference(beats([]), beats(places, levels))
      #expect(found.shift == 0 && found.changes.allSatisfy { $0.kind == .changed })
      let moved = found.changes.flatMap(\.values).filter { $0.name == "time" }.map { $0.to - $0.from }
      #expect(moved.count == places.count && moved.allSatisfy { abs($0 - step) < 1e-6 })
      #expect(found.changes.count == places.count + levels.count)
    }
  }

  @Test func `scaled levels move nothing, even if an event becomes as strong as its neighbour was`() {
    let old = [tap(0.500, 0.8), tap(0.517, 1), tap(0.531, 0.8)]
    let new = [tap(0.500, 0.64), tap(0.517, 0.8), tap(0.531, 0.64)]
    #expect(words(old, new).allSatisfy { !$0.contains("earlier") && !$0.contains("later") })
  }

  @Test func `swapping the versions reverses their differences`() {
    var numbers = SplitMix64(seed: 7)
    func random() -> [PatternEntry] {
      (0..<30).map { index in
        let (intensity, sharpness) = (numbers.number(0...1), numbers.number(0...1))
        return index % 3 == 0
          ? hold(Double(index) / 4, 0.2, intensity, sharpness) : tap(Double(index) / 4, intensity, sharpness)
      }
    }
    let base = random()
    var other = base
    for (place, entry) in random().enumerated() where place % 4 == 0 { other[place] = entry }
    let (there, back) = (difference(base, other), difference(other, base))
    #expect(!there.isEmpty && there.changes.count == back.changes.count)
    func count(_ kind: EventChange.Kind, _ found: PatternDifference) -> Int {
      found.changes.filter { $0.kind == kind }.count
    }
    #expect(count(.added, there) == count(.removed, back) && count(.changed, there) == count(.changed, back))
    let (gains, losses) = (there.changes.compactMap(\.decibels), back.changes.compactMap(\.decibels))
    let sum: Double = gains.reduce(0, +) + losses.reduce(0, +)
    #expect(abs(sum) < 1e-9)
  }

  @Test func `comparing hostile values does not cause a trap`() {
    let odd = [-1e300, .nan, .infinity, 1e300].map { tap($0, $0, $0) } + [hold(.infinity, .infinity, .nan)]
    let found = difference(odd, [tap(0)] + odd.reversed())
    #expect(found.changes.contains { $0.kind == .added })
  }

  @Test func `thousands of events at one instant are matched by their strength`() {
    func taps(_ change: Double) -> [PatternEntry] {
      (0..<3_000).map { place in
        .event(
          Event(
            type: .hapticTransient, time: 0.5,
            parameters: [EventParameter(.hapticIntensity, 0.2 + 0.0002 * Double(place) + change)]))
      }
    }
    let found = difference(taps(0), taps(0.050_03))
    #expect(found.changes.allSatisfy { $0.kind == .changed })
    #expect(found.changes.count == 3_000)
  }

  @Test func `rounding of times and durations is no change`() {
    func hold(_ time: Double, _ duration: Double) -> [PatternEntry] {
      [.event(Event(type: .hapticContinuous, time: time, duration: duration))]
    }
    #expect(difference(hold(0.1, 1.687), hold(0.100_000_4, 1.687_000_4)).isEmpty)
    #expect(!difference(hold(0.1, 1.687), hold(0.1, 1.687_1)).isEmpty)
  }
}
