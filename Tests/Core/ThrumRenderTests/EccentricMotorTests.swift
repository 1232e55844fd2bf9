import Foundation
import TestSupport
import Testing
import ThrumDevice

@testable import ThrumRender

@Suite struct EccentricMotorTests {
  /// The preset without its dead time.
  private static let motor: EccentricMotor = {
    guard case .eccentric(var motor) = ActuatorPreset.eccentric.model else { preconditionFailure() }
    motor.startSeconds = 0
    return motor
  }()

  /// 1.5 s at the rated voltage, then 0.3 s at 0 V.
  private static let run: Recording = {
    var model = SpinningMotor(motor, sampleRate: 48_000)
    let volts = Array(repeating: 3.0, count: 72_000) + Array(repeating: 0, count: 14_400)
    var output = [Double](repeating: 0, count: volts.count)
    model.render(drive: volts, into: &output, harmonics: nil, frames: volts.count)
    return Recording(samples: output)
  }()

  @Test func `speed, current, time constant and force match the reference`() {
    #expect(abs(Self.motor.ratedHertz / 199.946 - 1) < 1e-3)
    #expect(abs(Self.motor.ratedCurrent / 0.08505 - 1) < 1e-3)
    #expect(abs(Self.motor.timeConstant / 0.038880 - 1) < 1e-3)
    #expect(abs(Self.motor.ratedAcceleration / 9.80665 / 1.2071 - 1) < 1e-3)
  }

  @Test func `the motor settles at the rated speed and force`() {
    let steady = Self.run.part(1.2, 1.5)
    #expect(abs(steady.hertz / 199.946 - 1) < 1e-3)
    #expect(abs(steady.sine(steady.hertz).amplitude / 9.80665 / 1.2071 - 1) < 1e-3)
  }

  @Test func `the motor lags behind a motor without inertia by its time constant`() throws {
    // The angle is ω(t − τ) at speed, so the crossings reveal τ.
    let crossings = Self.run.part(0, 1.5).crossings()
    let last = try #require(crossings.last)
    // The first turn begins without a crossing from below, so the last crossing ends turn number `count`.
    let lag = last - Double(crossings.count) / Self.motor.ratedHertz
    #expect(abs(lag / 0.038880 - 1) < 1e-3)
  }

  @Test func `force rises to half its full value in 48 ms and to 90 % in 115 ms, and falls to 10 % in 45 ms`() {
    let full = Self.motor.ratedAcceleration
    let tau = Self.motor.timeConstant
    func rising(_ t: Double) -> Double { pow(1 - exp(-t / tau), 2) * full }
    #expect(abs(rising(0.04774) / full - 0.5) < 1e-3)
    #expect(abs(rising(0.11546) / full - 0.9) < 1e-3)
    for (index, value) in Self.run.samples[..<72_000].enumerated() {
      #expect(abs(value) <= rising(Double(index + 1) / 48_000) * (1 + 1e-9))
    }
    // Within half a turn of each moment the force touches its envelope.
    for (t, share, window) in [(0.04774, 0.5, 0.004), (0.11546, 0.9, 0.003), (1.5 + 0.04476, 0.1, 0.005)] {
      let touch = Self.run.part(t - window, t + window).peak / full
      #expect(abs(touch - share) < 0.13 * share + 0.02, "\(t) s")
    }
    let tail = Self.run.part(1.5, 1.8)
    for (index, value) in tail.samples.enumerated() {
      #expect(abs(value) <= full * exp(-2 * Double(index) / 48_000 / tau) * (1 + 1e-6))
    }
  }

  @Test func `a stopped motor comes to rest completely`() {
    var model = SpinningMotor(Self.motor, sampleRate: 48_000)
    var output = [Double](repeating: 0, count: 64)
    model.render(drive: Array(repeating: 3, count: 64), into: &output, harmonics: nil, frames: 64)
    #expect(!model.isAtRest)
    let quiet = [Double](repeating: 0, count: 64)
    for _ in 0..<400 { model.render(drive: quiet, into: &output, harmonics: nil, frames: 64) }
    #expect(model.isAtRest && output.allSatisfy { $0 == 0 })
  }

  private static func acceleration(_ motor: EccentricMotor, _ volts: [Double], block: Int = 64) -> [Double] {
    var model = SpinningMotor(motor, sampleRate: 48_000)
    var output = [Double](repeating: 0, count: volts.count)
    for start in stride(from: 0, to: volts.count, by: block) {
      let frames = min(block, volts.count - start)
      volts.withUnsafeBufferPointer { drive in
        output.withUnsafeMutableBufferPointer { output in
          guard let drive = drive.baseAddress, let output = output.baseAddress else { return }
          model.render(drive: drive + start, into: output + start, harmonics: nil, frames: frames)
        }
      }
    }
    return output
  }

  private static let starting: EccentricMotor = {
    var motor = Self.motor
    motor.startSeconds = 0.02
    return motor
  }()
  private static let deadFrames = 960

  private static func pulse(_ milliseconds: Int, volts: Double = 3, then pause: Int) -> [Double] {
    Array(repeating: volts, count: 48 * milliseconds) + Array(repeating: 0, count: 48 * pause)
  }

  @Test func `a weight at rest moves as without the dead time, but later`() {
    let late = Self.acceleration(Self.starting, Self.pulse(100, then: 200))
    let free = Self.acceleration(Self.motor, Self.pulse(80, then: 220))
    #expect(late[..<Self.deadFrames].allSatisfy { $0 == 0 })
    let isLater = Array(late[Self.deadFrames...]) == Array(free[..<(free.count - Self.deadFrames)])
    #expect(isLater)
  }

  @Test(arguments: [1, 10, 20]) func `a pulse that is not longer than the dead time moves nothing`(milliseconds: Int) {
    let pulses = (0..<5).flatMap { _ in Self.pulse(milliseconds, then: 5) }
    #expect(Self.acceleration(Self.starting, pulses).allSatisfy { $0 == 0 })
  }

  @Test func `a weight that still turns follows at once`() {
    let volts = Self.pulse(120, then: 20) + Self.pulse(30, then: 10)
    let free = Self.acceleration(Self.motor, Self.pulse(100, then: 20) + Self.pulse(30, then: 10))
    let isLater = Array(Self.acceleration(Self.starting, volts)[Self.deadFrames...]) == free
    #expect(isLater)
  }

  @Test func `a weight that has come to rest needs its dead time again`() {
    let late = Self.acceleration(Self.starting, Self.pulse(100, then: 500) + Self.pulse(100, then: 500))
    let half = late.count / 2
    let isRepeated = Array(late[..<half]) == Array(late[half...])
    #expect(isRepeated)
  }

  @Test(arguments: [1, 7, 480]) func `the size of the blocks changes nothing`(block: Int) {
    let volts = (1...30).flatMap { Self.pulse($0, volts: 3 - 0.05 * Double($0), then: 40 - $0) }
    let isEqual = Self.acceleration(Self.starting, volts, block: block) == Self.acceleration(Self.starting, volts)
    #expect(isEqual)
  }
}
