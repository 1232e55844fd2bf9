import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern

@testable import ThrumRender

/// Continuous events on the default phone reach the acceleration they ask for.
@Suite struct ForwardDriveTests {
  private static let sharpnesses = [0, 0.1, 0.25, 0.4226, 0.5, 0.66, 0.75, 1]

  private func felt(_ entries: [PatternEntry], _ change: (inout RenderSettings) -> Void = { _ in }) -> Recording {
    var settings = RenderSettings()
    change(&settings)
    return rendered(entries, .acceleration, settings)[0]
  }

  /// Acceleration that the phone can reach at a frequency, g.
  private func reachable(_ hertz: Double) -> Double {
    guard case .resonant(let actuator) = ActuatorPreset.phone.model else { return .nan }
    return actuator.reachableAcceleration(0.35 * standardGravity, atHertz: hertz) / standardGravity
  }

  @Test(arguments: sharpnesses)
  func `a buzz reaches the requested level, or the highest that its motor can produce`(sharpness: Double) {
    let hertz = 80 * pow(230.0 / 80, sharpness)
    let steady = felt([buzz(0, 0.4, 1, sharpness)]).part(0.2, 0.39)
    #expect(abs(steady.sine(hertz).amplitude / reachable(hertz) - 1) < 2e-3)
    #expect(abs(steady.hertz / hertz - 1) < 1e-3)
    if sharpness > 0.45 { #expect(abs(reachable(hertz) - 0.35) < 1e-9) }
  }

  @Test(arguments: sharpnesses)
  func `a buzz rises within a cycle after its attack, does not overshoot and stops within a cycle`(sharpness: Double) {
    let hertz = 80 * pow(230.0 / 80, sharpness)
    let level = reachable(hertz)
    let recording = felt([buzz(0, 0.2, 1, sharpness)])
    // The envelope itself takes 5 ms, and crests are half a cycle apart: at the lowest sharpness one more has to pass.
    let reached = Double(recording.samples.firstIndex { abs($0) > 0.9 * level } ?? 48_000) / 48_000
    #expect(reached < 0.0045 + 0.75 / hertz)
    #expect(recording.peak < 1.05 * level)
    #expect(recording.part(0.205 + 0.5 / hertz, 0.4).peak < 0.1 * level)
    let plain = felt([buzz(0, 0.2, 1, sharpness)]) { $0.drive = .plain }
    #expect(abs(inDecibels(plain.part(0.1, 0.19).peak / recording.part(0.1, 0.19).peak)) < 0.1)
  }

  @Test func `a sharpness jump does not overshoot`() {
    let recording = felt([
      buzz(0, 0.6, 1, 0.5), jump(.hapticSharpnessControl, 0.5, 0.2), jump(.hapticSharpnessControl, 0.1, 0.4),
    ])
    #expect(recording.peak < 1.12 * 0.35)
    #expect(recording.part(0.19, 0.6).samples.count == 19_680)
    for time in [0.21, 0.3, 0.41, 0.5] { #expect(recording.part(time, time + 0.01).peak > 0.9 * 0.35) }
  }

  @Test(arguments: [(100.0, 1.0), (50, 0.6)])
  func `the drive stays within the clamp, and smooth quanta match frame-by-frame filtering`(
    milliseconds: Double, intensity: Double
  ) {
    let entries = [buzz(0.003, 0.3, intensity, 0.5), curve(.hapticIntensityControl, 0.05, [(0, 1), (0.1, 0.3)])]
    let smooth = Rig(entries, settings: RenderSettings())
    // Inaudible taps force every quantum to be drawn frame by frame.
    let taps = stride(from: 0.0, to: 0.4, by: 0.004).map { tap($0, 0) }
    let drawn = Rig(entries + taps, settings: RenderSettings())
    for rig in [smooth, drawn] {
      rig.send(.start)
      rig.run(to: 24_000)
    }
    #expect(smooth.drive.peak < RenderSettings().clipVolts)
    #expect(smooth.drive.difference(from: drawn.drive) < 2e-5)
    #expect(smooth.acceleration.difference(from: drawn.acceleration) < 2e-4)
  }

  @Test func `rendering four frames at a time matches evaluating the law frame by frame, including the decay`() {
    var law = LinearInverse(RenderSettings())
    var drive = ForwardDrive(law)
    defer { drive.deallocate() }
    for quantum in 0..<4 {
      // One quantum of a sine, then silence, where only the integrals are left.
      let wanted = (0..<quantumFrames).map { quantum > 0 ? 0 : Float(sineOfTurns(Double($0) * 0.0047)) }
      var volts = [Float](repeating: 0.5, count: quantumFrames)
      volts.withUnsafeMutableBufferPointer { target in
        wanted.withUnsafeBufferPointer { source in
          // Safety: both arrays have a quantum's frames, so neither is empty.
          drive.render(source.baseAddress!, addingTo: target.baseAddress!)
        }
      }
      for frame in 0..<quantumFrames {
        #expect(abs(Double(volts[frame]) - 0.5 - law.next(Double(wanted[frame]))) < 1e-6)
      }
      #expect(abs(drive.inverse.state.x - law.state.x) < 1e-12 && abs(drive.inverse.state.y - law.state.y) < 1e-12)
      #expect(!drive.isAtRest)
    }
  }

  @Test(arguments: [44_100.0, 96_000])
  func `another sample rate produces the same acceleration`(rate: Double) {
    let other = felt([buzz(0, 0.3, 1, 0.6)]) { $0.sampleRate = rate }
    let own = felt([buzz(0, 0.3, 1, 0.6)])
    let hertz = 80 * pow(230.0 / 80, 0.6)
    let (a, b) = (other.part(0.1, 0.29).sine(hertz).amplitude, own.part(0.1, 0.29).sine(hertz).amplitude)
    #expect(abs(inDecibels(a / b)) < 0.01)
  }

  @Test func `raw mode and an eccentric motor use the plain drive`() {
    var settings = RenderSettings()
    #expect(settings.effectiveDrive == .forward)
    settings.isRaw = true
    #expect(settings.effectiveDrive == .plain)
    settings.isRaw = false
    settings.actuator = .eccentric
    #expect(settings.effectiveDrive == .plain)
  }
}
