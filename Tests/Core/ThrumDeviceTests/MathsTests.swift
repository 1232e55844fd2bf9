import Foundation
import Testing
import ThrumDevice
import ThrumPattern

@Suite struct MathsTests {
  /// `count` quasi-random numbers from `low` to `high`, the same in every run.
  private func numbers(_ low: Double, _ high: Double, _ count: Int = 4_000) -> [Double] {
    (0..<count).map {
      low + (high - low) * (Double($0) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    }
  }

  @Test func `two to the x is accurate to 4e-16 and exact for integers`() {
    for x in numbers(-40, 40) + numbers(-999, 999) {
      #expect(abs(exponentialBase2(x) / exp2(x) - 1) < 4e-16, "\(x)")
    }
    for n in -1000...1000 { #expect(exponentialBase2(Double(n)) == exp2(Double(n))) }
  }

  @Test func `two to the x saturates and propagates NaN`() {
    #expect(exponentialBase2(5_000) == exp2(1000.0))
    #expect(exponentialBase2(.infinity) == exp2(1000.0))
    #expect(exponentialBase2(-.infinity) == exp2(-1000.0))
    #expect(exponentialBase2(.nan).isNaN)
  }

  @Test func `e to the x and decibel conversions are accurate to 5e-15`() {
    for x in numbers(-20, 20) { #expect(abs(exponential(x) / exp(x) - 1) < 5e-15, "\(x)") }
    for x in numbers(-120, 40) { #expect(abs(gain(decibels: x) / pow(10, x / 20) - 1) < 5e-15, "\(x)") }
    for x in numbers(-120, 40) { #expect(abs(decibels(gain(decibels: x)) - x) < 1e-12, "\(x)") }
    #expect(decibels(0) == -.infinity)
  }

  @Test func `the logarithm is accurate to 1e-15 or one ulp`() {
    for x in numbers(0.01, 4) + numbers(1, 1e6) + [
      1e-300, 1e300, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ] {
      let expected = log2(x)
      #expect(abs(logarithmBase2(x) - expected) <= max(1e-15, expected.ulp), "\(x)")
    }
    #expect(logarithmBase2(1) == 0 && logarithmBase2(8) == 3)
    #expect(logarithmBase2(0) == -.infinity && logarithmBase2(-1) == -.infinity)
    #expect(logarithmBase2(.infinity) == .infinity)
  }

  /// Sine of turns through an argument that is first reduced exactly.
  private func sine(_ turns: Double) -> Double {
    let z = turns - turns.rounded()
    if abs(z) <= 0.125 { return sin(2 * .pi * z) }
    if abs(z) >= 0.375 { return sin(2 * .pi * (z > 0 ? 0.5 - z : -0.5 - z)) }
    return z > 0 ? cos(2 * .pi * (z - 0.25)) : -cos(2 * .pi * (z + 0.25))
  }

  @Test func `the sine of an angle in turns is accurate to 1e-15 and exactly zero at half turns`() {
    for x in numbers(-1, 1) + numbers(-1e6, 1e6) {
      #expect(abs(sineOfTurns(x) - sine(x)) < 1e-15, "\(x)")
    }
    for x in [0.0, 0.5, -0.5, 1, 7, 1e9] { #expect(sineOfTurns(x) == 0) }
    #expect(abs(sineOfTurns(0.25) - 1) < 1e-15 && abs(sineOfTurns(0.75) + 1) < 1e-15)
  }

  private static let farthest: SampleTime = 1 << 60
  private static let nearest: [(Double, SampleTime)] = [
    (0, 0), (0.5, 1), (-0.5, 0), (1.5, 2), (-1.5, -1), (2.499, 2), (-2.501, -3), (-3, -3),
    (0.499_999_999_999_999_94, 0), (4_503_599_627_370_497, 4_503_599_627_370_497),
    (-4_503_599_627_370_497, -4_503_599_627_370_497), (.nan, 0), (.infinity, farthest),
    (-.infinity, -farthest), (1e300, farthest), (-1e300, -farthest), (Double.leastNonzeroMagnitude, 0),
    (-Double.leastNonzeroMagnitude, 0),
  ]

  @Test(arguments: nearest)
  func `any number is rounded to the nearest frame and clamped`(value: Double, frame: SampleTime) {
    #expect(nearestFrame(value) == frame)
  }

  @Test(arguments: [44_100.0, 48_000, 96_000])
  func `converting seconds to frames and back changes them by at most half a frame`(rate: Double) {
    for seconds in numbers(0, 10_000) {
      #expect(abs(Double(frames(seconds, at: rate)) / rate - seconds) <= 0.5 / rate * (1 + 1e-9))
    }
  }

  // RENDER-1
  @Test func `sharpness 0, 1 and the default correspond to 80, 230 and 125 Hz`() {
    let map = SharpnessMap()
    #expect(abs(map.hertz(sharpness: 0) - 80) < 1e-12)
    #expect(abs(map.hertz(sharpness: 1) - 230) < 1e-12)
    #expect(abs(map.hertz(sharpness: 0.422601) - 125.0002) < 1e-4)
    for (s, hertz) in [(0.25, 104.17), (0.5, 135.65), (0.75, 176.63)] {
      #expect(abs(map.hertz(sharpness: s) - hertz) < 0.005)
      #expect(abs(map.hertz(sharpness: s) - 80 * pow(230.0 / 80, s)) < 1e-10)
    }
    #expect(map.hertz(sharpness: -3) == map.hertz(sharpness: 0))
    #expect(map.hertz(sharpness: 3) == map.hertz(sharpness: 1))
    #expect(abs(SharpnessMap(law: .linear).hertz(sharpness: 0.422601) - 143.39) < 0.005)
  }
}
