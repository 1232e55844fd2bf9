import Testing

@testable import ThrumPattern

@Suite struct PolylineTests {
  /// A random walk with jumps.
  private func line(_ generator: inout Generator) -> [Polyline.Sample] {
    var (time, value) = (0.0, 0.5)
    return (0..<300).map { _ in
      time += Double.random(in: 0...0.01, using: &generator.random)
      let isJump = Int.random(in: 0..<20, using: &generator.random) == 0
      value = min(1, max(0, value + Double.random(in: isJump ? -0.5...0.5 : -0.02...0.02, using: &generator.random)))
      return Polyline.Sample(time: time, value: value)
    }
  }

  @Test(arguments: [true, false])
  func `error limits computed in one pass give the same corners as a pass for each allowed error`(_ squares: Bool) {
    var generator = Generator(seed: 9)
    for _ in 0..<20 {
      let samples = line(&generator)
      let limits = Polyline.limits(samples, above: 0.01, squares: squares)
      for error in [0.01, 0.02, 0.05, 0.18, 0.7] {
        let corners = Polyline.corners(samples, error: error, squares: squares)
        #expect(limits.indices.filter { limits[$0] > error } == corners)
      }
    }
  }

  @Test func `a simplified line and its squared values stay within the allowed error`() {
    var generator = Generator(seed: 10)
    for error in [0.01, 0.05, 0.2] {
      let samples = line(&generator)
      let kept = Polyline.simplified(samples, error: error)
      #expect(kept.count < samples.count && kept.first == samples.first && kept.last == samples.last)
      let squares = kept.map { Polyline.Sample(time: $0.time, value: $0.value * $0.value) }
      for sample in samples {
        #expect(abs(Polyline.value(kept, at: sample.time) - sample.value) <= error + 1e-12)
        #expect(abs(Polyline.value(squares, at: sample.time) - sample.value * sample.value) <= error + 1e-12)
      }
    }
  }

  @Test func `where every split cuts off a single sample, halving takes over and the error still holds`() {
    for grows in [false, true] {
      let samples = (0..<50_000).map { place in
        let size = grows ? 0.5 * Double(place) / 50_000 : 0.5
        return Polyline.Sample(time: 0.001 * Double(place), value: 0.5 + (place % 2 == 0 ? size : -size))
      }
      let kept = Polyline.corners(samples, error: 0.1, squares: false)
      for (from, to) in zip(kept, kept.dropFirst()) {
        for place in from..<to {
          let share = Double(place - from) / Double(to - from)
          let line = samples[from].value + (samples[to].value - samples[from].value) * share
          #expect(abs(line - samples[place].value) <= 0.1 + 1e-9)
        }
      }
    }
  }
}
