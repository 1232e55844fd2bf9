import TestSupport
import Testing
import ThrumDevice
import ThrumFeel
import ThrumPattern

@testable import ThrumFormats

/// Envelopes that Android can play, from patterns with corners closer than a segment's shortest length.
@Suite struct EnvelopeFitTests {
  /// A hold whose intensity follows points of time and value.
  private func pattern(_ points: [(Double, Double)]) -> Pattern {
    let curve = ParameterCurve(
      .hapticIntensityControl, time: 0, points: points.map { ControlPoint(time: $0.0, value: $0.1) })
    return Pattern(entries: [.event(.hold(0, points[points.count - 1].0, 1, 0.5)), .curve(curve)])
  }

  private func request(_ pattern: Pattern) -> PatternWriter.Request {
    var timeline = PatternTimeline()
    timeline.add(pattern)
    return PatternWriter.Request([pattern], timeline: timeline, work: .endless)
  }

  private func writer(_ id: String) throws -> PatternWriter {
    try #require(PatternWriter.all.first { $0.id == id })
  }

  private func points(_ pattern: Pattern) throws -> [(level: Double, milliseconds: Int)] {
    let effects = try request(pattern).effects(.basicEnvelope).effects
    guard effects.parts.count == 1, case .basicEnvelope(let envelope) = effects.parts[0].effect else { return [] }
    return envelope.points.map { ($0.intensity, $0.milliseconds) }
  }

  /// By how much an effect of this kind feels stronger or weaker on the effects' motor, dB.
  private func change(_ pattern: Pattern, _ id: String) throws -> FeltDifference? {
    guard let played = try? writer(id).played(request(pattern)) else { return nil }
    let work = Work<Never>.endless
    return FeltCourse([pattern], on: AndroidFile.motor, work).difference(
      to: FeltCourse(played.patterns, on: AndroidFile.motor, work))
  }

  @Test func `a peak of 8 ms survives`() throws {
    let spike = pattern([(0, 0), (0.008, 1), (0.03, 0.1), (0.06, 0)])
    let points = try points(spike)
    #expect(points.first?.milliseconds == 20 && points.first?.level ?? 0 > 0.7 && points.last?.level == 0, "\(points)")
    let felt = try #require(try change(spike, "basic-envelope.json"))
    #expect(abs(felt.change) < 1, "\(felt)")
  }

  @Test func `a short attack is no fade-in`() throws {
    let points = try points(pattern([(0, 0), (0.01, 1), (0.98, 1), (1, 0)]))
    #expect(points.count == 3 && points.prefix(2).allSatisfy { $0.level > 0.95 }, "\(points)")
    #expect(points.first?.milliseconds == 20 && (950...980).contains(points.dropFirst().first?.milliseconds ?? 0))
  }

  @Test func `a step stays a plateau`() throws {
    let points = try points(
      pattern([(0, 0.2), (0.3, 0.2), (0.301, 1), (0.8, 1), (0.801, 0.2), (1, 0.2)]))
    let high = points.indices.filter { points[$0].level > 0.95 }
    #expect(high.count == 2 && points[high[0]].milliseconds <= 40 && points[high[1]].milliseconds > 430, "\(points)")
  }

  @Test(arguments: ["envelope.json", "basic-envelope.json", "timeline.json"])
  func `random designs keep what is felt`(_ id: String) throws {
    var random = SplitMix64(seed: 86)
    func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }
    var (lost, count) = ([String](), 0)
    for _ in 0..<60 {
      var points = [(0.0, 0.0)]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let begin = points[points.count - 1].0
        let peak = begin + number(0.001...0.03)
        points += [(peak, number(0.2...1)), (peak + number(0.003...0.2), number(0...1) < 0.4 ? 0 : number(0...0.8))]
      }
      points.append((points[points.count - 1].0 + number(0.001...0.05), 0))
      let pattern = pattern(points)
      guard let felt = try change(pattern, id), let plain = try change(pattern, "waveform.json") else { continue }
      count += 1
      if abs(felt.change) > 3, abs(plain.change) < 3 { lost.append("\(points): \(felt)") }
    }
    #expect(count >= 55 && lost.isEmpty, "\(count), \(lost)")
  }

  @Test func `no kind that is offered feels clearly more like the pattern than the one that is taken`() throws {
    let writers = try ["timeline.json", "basic-envelope.json", "waveform.json"].map(writer)
    for points in [
      [(0, 0), (0.008, 1), (0.03, 0.1), (0.06, 0)], [(0, 0), (0.3, 1), (0.6, 0)],
      [(0, 1), (0.05, 0), (0.06, 1), (0.2, 0)],
    ] {
      let pattern = pattern(points)
      let taken = try PatternWriter.nearest(of: writers, request(pattern)).writer
      let own = try #require(try change(pattern, taken.id))
      let isUnchanged = try taken.felt(taken.write(request(pattern)), request(pattern)).allSatisfy(\.changes.isEmpty)
      for other in writers where other.id != taken.id {
        let difference = try #require(try change(pattern, other.id))
        #expect(isUnchanged || !difference.isClearlySmaller(than: own), "\(taken.id) \(own), \(other.id)")
      }
    }
    // Of kinds that change nothing that can be felt, the first.
    let plain = pattern([(0, 0), (0.3, 1), (0.6, 0)])
    #expect(try PatternWriter.nearest(of: writers, request(plain)).writer.id == "timeline.json")
  }

  @Test func `a difference is that of the energies and of the moments`() {
    func course(_ intensity: Double) -> FeltCourse {
      FeltCourse(
        [Pattern(entries: [.event(.hold(0, 0.5, intensity, 0.5))])], on: FeelMotor(.phone), Work<Never>.endless)
    }
    // Amplitude is the square of intensity.
    let half = course(1).difference(to: course(0.5.squareRoot()))
    #expect(abs(half.change + 6.02) < 0.1 && abs(half.distance - 6.02) < 0.5, "\(half)")
    let same = course(1).difference(to: course(1))
    #expect(same.change == 0 && same.distance == 0)
    #expect(course(1).difference(to: course(0)).change == FeltDifference.silent)
  }
}
