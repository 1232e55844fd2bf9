import Foundation
import SoundTestSupport
import TestSupport
import Testing
import ThrumAnalysis

/// `thrum fit` on motors whose driver shapes taps in a way that nobody knows. `make fit-check` tries random ones.
@Suite struct FitShapeTests {
  private func problem(_ verdict: FitVerdict, of world: FitWorld) -> String? {
    verdict.problem(world.fit, in: world)
  }

  @Test(arguments: [(96.7, 3.8), (210, 2.8)])
  func `a motor whose driver was made for another one is fitted`(motor: (hertz: Double, quality: Double)) {
    let world = FitWorld("driver for 150 Hz") {
      ($0.hertz, $0.quality, $0.noise) = (motor.hertz, motor.quality, motor.hertz < 100 ? -60 : -34)
      ($0.driverHertz, $0.driverQuality) = (150, 3.2)
    }
    let problem = problem(.right(within: 0.03), of: world)
    #expect(problem == nil)
  }

  /// A drive by time in seconds.
  enum Shape: String, CaseIterable {
    case cycles = "two cycles of 150 Hz"
    case rectangle = "a rectangle of 3 ms"
    case bell = "a bell curve"

    @Sendable func drive(_ time: Double, _ hertz: Double) -> Double {
      switch self {
      case .cycles: time < 2.0 / 150 ? sin(2 * .pi * 150 * time) : 0
      case .rectangle: time < 0.003 ? 1 : 0
      case .bell: exp(-pow((time - 0.005) / 0.0015, 2))
      }
    }
  }

  @Test(arguments: zip(Shape.allCases, [(110.0, 6.0), (150, 3.2), (130, 2)]))
  func `taps of any short shape give resonance and Q by their free decay`(
    _ shape: Shape, motor: (hertz: Double, quality: Double)
  ) {
    let world = FitWorld(shape.rawValue) {
      ($0.hertz, $0.quality, $0.noise) = (motor.hertz, motor.quality, -36)
      $0.tapDrive = shape.drive
    }
    let problem = problem(.noted("free decay", within: 0.04), of: world)
    #expect(problem == nil)
  }

  @Test func `a sensor's low-pass is found and corrected for`() throws {
    let world = FitWorld("low-pass") { ($0.hertz, $0.quality, $0.lowPass) = (205, 6, 100) }
    let problem = problem(.noted("low-pass at", within: 0.03), of: world)
    #expect(problem == nil)
    let direct = try FitWorld("direct") { ($0.hertz, $0.quality) = (205, 6) }.fit.get()
    for (corrected, known) in zip(try world.fit.get().buzzes, direct.buzzes) {
      #expect(abs(corrected.decibels - known.decibels) < 1, "at sharpness \(corrected.sharpness)")
    }
  }

  @Test func `the exponent's range covers the truth in spite of dry friction`() throws {
    let world = FitWorld("friction") { ($0.friction, $0.noise) = (0.02 * $0.ratedForce, -36) }
    let exponent = try #require(try world.fit.get().intensityExponent)
    #expect(abs(exponent.value - 2) <= exponent.range, "\(exponent)")
  }

  @Test func `without friction, the exponent's range stays narrow`() throws {
    for seed in 1...2 {
      let exponent = try #require(
        try FitWorld("") { ($0.seed, $0.noise) = (UInt64(seed), -30) }.fit.get().intensityExponent)
      #expect(abs(exponent.value - 2) <= exponent.range + 0.005 && exponent.range < 0.05, "\(exponent)")
    }
  }

  @Test func `two numbers that a sentence contrasts never look the same`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<1_000 {
      let one = random.number(0...200)
      let other = one + random.number(0.000_1...1) * (random.number(0...1) < 0.5 ? 0.01 : 1)
      let shown = Contrast(one, other, decimals: 0)
      #expect(shown.first != shown.second)
    }
    #expect(Contrast(80, 91, decimals: 0).second == "91")
  }
}
