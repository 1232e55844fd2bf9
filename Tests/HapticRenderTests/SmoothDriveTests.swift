import Foundation
import HapticPattern
import Testing

@testable import HapticRender

@Suite struct SmoothDriveTests {
  /// A voice under every ramp at once, at a frame of the quantum.
  private func voice(_ t: Double, turns: Double) -> Double {
    let share = t / 64
    let phase = 0.1 + turns * share * (0.9 + 0.1 * share)
    return (1 - 0.4 * share) * pow(0.4 + 0.5 * share, 2) * (0.7 + 0.3 * share) * sin(2 * .pi * phase)
  }

  // RENDER-4
  @Test(arguments: [0.0, 0.1, 0.2, 0.307, SmoothDrive.mostTurns])
  func `eight places tell all frames of a quantum to -120 dB`(turns: Double) {
    let weights = SmoothWeights()
    defer { weights.deallocate() }
    var values = Lanes.zero
    for place in 0..<8 { values[place] = Float(voice(Double(SmoothDrive.places[place]), turns: turns)) }
    var drive = [Float](repeating: 7, count: 64)
    weights.draw(values, into: &drive, adds: false)
    for frame in 0..<64 { #expect(abs(Double(drive[frame]) - voice(Double(frame), turns: turns)) < 1e-6) }
    weights.draw(values, into: &drive, adds: true)
    for frame in 0..<64 { #expect(abs(Double(drive[frame]) - 2 * voice(Double(frame), turns: turns)) < 2e-6) }
  }

  @Test func `the weights of a frame add up to one`() {
    for frame in 0..<64 { #expect(abs(SmoothDrive.weights(at: Double(frame)).reduce(0, +) - 1) < 1e-12) }
  }

  /// The monitor from the acceleration bus: scale, DC blocker, soft clip, frame by frame.
  private func monitored(_ acceleration: [Double]) -> [Double] {
    let r = 1 - 2 * Double.pi * 5 / 48_000
    var (before, blocked) = (0.0, 0.0)
    return acceleration.map { a in
      let x = a / (2 * standardGravity)
      blocked = x - before + r * blocked
      before = x
      return blocked - 4 * blocked * blocked * blocked / 27
    }
  }

  @Test(arguments: [
    [buzz(0.01, 0.5, 0.8, 0.4)], [buzz(0, 0.4, 1, 1), buzz(0.1, 0.3, 0.4, 0)], [buzz(0, 0.4), tap(0.1), tap(0.203)],
    [buzz(0, 0.4), curve(.hapticIntensityControl, 0, [(0, 1), (0.2, 0.2), (0.31, 0.9)])],
    [buzz(0, 0.4), curve(.hapticSharpnessControl, 0, [(0, -0.4), (0.2, 0.5), (0.31, 0)])],
  ])
  func `one step of a quantum is the actuator and the blocker frame by frame`(entries: [PatternEntry]) {
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

  @Test func `looking at the buses changes nothing`() {
    let entries = [buzz(0, 0.3), tap(0.1), curve(.hapticSharpnessControl, 0, [(0, 0), (0.2, 0.5)])]
    let looked = Rig(entries), plain = Rig(entries)
    for rig in [looked, plain] { rig.send(.start) }
    looked.run(to: 20_000)
    while plain.renderer.now < looked.renderer.now - 64 { plain.discard() }
    plain.run(to: looked.renderer.now)
    #expect(Array(looked.left.samples.suffix(64)) == plain.left.samples)
    #expect(Array(looked.drive.samples.suffix(64)) == plain.drive.samples)
    #expect(Array(looked.acceleration.samples.suffix(64)) == plain.acceleration.samples)
  }
}
