import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct SmoothDriveTests {
  /// Largest error in a quantum when eight points reproduce a voice with this amplitude.
  private func worstError(turns: Double, _ amplitude: (Double) -> Double) -> Double {
    let weights = SmoothWeights()
    defer { weights.deallocate() }
    var worst = 0.0
    for phase in stride(from: 0.0, to: 1, by: 0.0625) {
      func voice(_ t: Double) -> Double { amplitude(t / 64) * sin(2 * .pi * (phase + turns * t / 64)) }
      var values = Lanes.zero
      for place in 0..<8 { values[place] = Float(voice(Double(SmoothDrive.places[place]))) }
      var drive = [Float](repeating: 7, count: 64)
      weights.draw(values, into: &drive, adds: false)
      for frame in 0..<64 { worst = max(worst, abs(Double(drive[frame]) - voice(Double(frame)))) }
    }
    return worst
  }

  @Test(arguments: [0.0, 0.1, 0.2, 0.307, SmoothDrive.mostTurns])
  func `eight points reproduce every frame of a quantum`(turns: Double) {
    #expect(worstError(turns: turns) { _ in 1 } < 6e-7)
    #expect(worstError(turns: turns) { (0.9 + 0.1 * $0) * pow(0.8 + 0.2 * $0, 2) } < 2e-6)
    // From 0 to full in 1.3 ms.
    #expect(worstError(turns: turns) { $0 * $0 } < 4e-6)
  }

  @Test func `a smooth drive is added to the buffer or replaces it`() {
    let weights = SmoothWeights()
    defer { weights.deallocate() }
    var drive = [Float](repeating: 7, count: 64)
    weights.draw(Lanes(repeating: 0.5), into: &drive, adds: true)
    for sample in drive { #expect(abs(sample - 7.5) < 1e-6) }
    weights.draw(Lanes(repeating: 0.5), into: &drive, adds: false)
    for sample in drive { #expect(abs(sample - 0.5) < 1e-6) }
  }

  @Test func `the weights of a frame add up to one`() {
    for frame in 0..<64 { #expect(abs(SmoothDrive.weights(at: Double(frame)).reduce(0, +) - 1) < 1e-12) }
  }

  /// The monitor computed from the acceleration bus frame by frame: scale and DC blocker.
  private func monitored(_ acceleration: [Double]) -> [Double] {
    let r = 1 - 2 * Double.pi * 5 / 48_000
    var (before, blocked) = (0.0, 0.0)
    return acceleration.map { a in
      let x = a / (2 * standardGravity)
      blocked = x - before + r * blocked
      before = x
      return blocked
    }
  }

  @Test(arguments: [
    [buzz(0.01, 0.5, 0.8, 0.4)], [buzz(0, 0.4, 1, 1), buzz(0.1, 0.3, 0.4, 0)], [buzz(0, 0.4), tap(0.1), tap(0.203)],
    [buzz(0, 0.4), curve(.hapticIntensityControl, 0, [(0, 1), (0.2, 0.2), (0.31, 0.9)])],
    [buzz(0, 0.4), curve(.hapticSharpnessControl, 0, [(0, -0.4), (0.2, 0.5), (0.31, 0)])],
  ])
  func `one step per quantum matches running the actuator and the DC blocker frame by frame`(entries: [PatternEntry]) {
    let rig = Rig(entries)
    rig.send(.start)
    rig.run(to: 48_000)
    let expected = monitored(rig.acceleration.samples)
    let delay = rig.renderer.latency
    #expect(rig.left.peak > 0.05)
    for frame in 0..<(expected.count - delay) {
      #expect(abs(rig.left.samples[frame + delay] - expected[frame]) < 1e-6)
    }
  }

  @Test func `reading the buses does not change the output`() {
    let entries = [buzz(0, 0.3), tap(0.1), curve(.hapticSharpnessControl, 0, [(0, 0), (0.2, 0.5)])]
    let looked = Rig(entries)
    let plain = Rig(entries)
    for rig in [looked, plain] { rig.send(.start) }
    looked.run(to: 20_000)
    while plain.renderer.now < looked.renderer.now - 64 { plain.discard() }
    plain.run(to: looked.renderer.now)
    #expect(Array(looked.left.samples.suffix(64)) == plain.left.samples)
    #expect(Array(looked.drive.samples.suffix(64)) == plain.drive.samples)
    #expect(Array(looked.acceleration.samples.suffix(64)) == plain.acceleration.samples)
  }
}
