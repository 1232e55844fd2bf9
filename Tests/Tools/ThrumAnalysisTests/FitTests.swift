import Foundation
import SoundTestSupport
import TestSupport
import Testing
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

/// `thrum fit` on motors with known parameters.
@Suite struct FitTests {
  /// A simulated microphone recording of a preset: with lead-in, soft, noisy and inverted.
  static func recording(
    _ preset: ActuatorPreset, rate: Double, noise decibels: Double = -30, _ given: RenderSettings = RenderSettings()
  ) -> SoundMemory {
    let gain: Float = -0.02
    var settings = given
    settings.actuator = preset
    settings.sampleRate = rate
    var renderer = OfflineRenderer(
      [FitPattern.pattern], settings: settings, signal: .acceleration, lengthSeconds: FitPattern.seconds)
    var samples = [Float](repeating: 0, count: 12_345)
    var isOver = false
    while !isOver { isOver = !renderer.renderNext { samples.append(contentsOf: $0) } }
    samples += [Float](repeating: 0, count: 7_001)
    let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(samples.count)
    let sigma = Float((power * pow(10, decibels / 10)).squareRoot())
    var random = SplitMix64(seed: 7)
    // Uniform over ±√3, so the variance is 1.
    func noise() -> Float { Float(random.number(-1.732_051...1.732_051)) }
    for index in samples.indices { samples[index] = gain * (samples[index] + sigma * noise()) }
    return SoundMemory(interleaved: samples, channels: 1, sampleRate: rate)
  }

  /// `make fit-check` runs every preset at both rates.
  @Test(arguments: [(ActuatorPreset.phone, 44_100.0), (.coin235, 48_000), (.wideband, 44_100), (.eccentric, 48_000)])
  func `fit recovers a preset from a noisy recording`(preset: ActuatorPreset, rate: Double) throws {
    let fit = try ActuatorFit(Self.recording(preset, rate: rate), name: "found", summary: "")
    switch preset.model {
    case .resonant(let motor):
      #expect(abs(fit.resonanceHertz.value / motor.resonanceHertz - 1) < 0.02, "\(fit.resonanceHertz)")
      let quality = try #require(fit.quality)
      #expect(abs(quality.value / motor.quality - 1) < 0.1, "\(quality)")
      for (sharpness, found) in [(0.0, fit.lowestHertz), (1, fit.highestHertz)] {
        #expect(abs(1200 * log2(found / (80 * pow(230.0 / 80, sharpness)))) < 10, "\(found) Hz")
      }
      #expect(fit.law == "geometric")
      let exponent = try #require(fit.intensityExponent)
      #expect(abs(exponent.value - 2) < 0.05, "\(exponent)")
    case .eccentric(let motor):
      #expect(abs(fit.resonanceHertz.value / motor.ratedHertz - 1) < 0.02, "\(fit.resonanceHertz)")
      // Speed follows the square of the intensity, acceleration the square of the speed.
      let exponent = try #require(fit.intensityExponent)
      #expect(abs(exponent.value - 4) < 0.05, "\(exponent)")
      guard case .eccentric(let found) = fit.actuator.preset.model else {
        Issue.record("not a motor that turns")
        return
      }
      #expect(abs(found.timeConstant / motor.timeConstant - 1) < 0.1, "\(found.timeConstant)")
    }
  }

  /// A recording whose continuous events come from one motor and whose transients come from another.
  private static func recording(events: ActuatorPreset, taps: ActuatorPreset, rate: Double) -> SoundMemory {
    var settings = RenderSettings()
    settings.drive = .plain
    let recordings = [events, taps].map { recording($0, rate: rate, noise: -40, settings) }
    let (one, other) = (recordings[0], recordings[1])
    // The transients begin half a second after the last continuous event.
    let start = FitPattern.steps.first { $0.seconds == nil }?.start ?? 0
    let border = 12_345 + Int((start - 0.1) * rate)
    let samples = (0..<one.frames).map { $0 < border ? one.samples[$0] : other.samples[$0] }
    return SoundMemory(interleaved: samples, channels: 1, sampleRate: rate)
  }

  @Test func `the decay after buzzes agrees with that after transients, or the uncertainty covers the difference`()
    throws
  {
    func motor(_ hertz: Double) throws -> ActuatorPreset {
      guard case .resonant(var model) = ActuatorPreset.coin175.model else { throw CancellationError() }
      model.resonanceHertz = hertz
      var preset = ActuatorPreset.coin175
      preset.model = .resonant(model)
      return preset
    }
    let (low, high) = (try motor(160), try motor(180))
    let agreeing = try ActuatorFit(
      Self.recording(events: low, taps: low, rate: 48_000), name: "found", summary: "")
    #expect(!agreeing.notes.contains { $0.contains("disagree") }, "\(agreeing.notes)")
    #expect(abs(agreeing.resonanceHertz.value - 160) < 3 && agreeing.resonanceHertz.range < 5)
    let torn = try ActuatorFit(Self.recording(events: low, taps: high, rate: 48_000), name: "found", summary: "")
    #expect(torn.notes.contains { $0.contains("continuous events disagree: after the latter, the motor rings") })
    #expect(abs(torn.resonanceHertz.value - 180) < 4)
    #expect(torn.resonanceHertz.value - torn.resonanceHertz.range < 162, "\(torn.resonanceHertz)")
  }

  /// `make fit-check` tries all recordings.
  @Test(arguments: [
    "taps of 2.5 cycles", "echo of 12 ms", "clipping 2 dB below the peak", "dry friction",
    "second resonance at 250 Hz", "frequencies ∝ sharpness squared", "friction that hides the drive",
  ])
  func `when a motor differs from the model, the uncertainty covers the true value, or fit says why not`(name: String)
    throws
  {
    let (world, verdict) = try #require(FitWorld.all.first { $0.world.name == name })
    let problem = verdict.problem(world.fit, in: world)
    #expect(problem == nil)
  }

  @Test func `fit finds the pattern in a long recording with hum`() throws {
    let world = FitWorld("long") { $0.silence = 100 }
    var samples = world.samples
    for index in samples.indices {
      samples[index] += 0.05 * Float(sin(2 * .pi * 50.03 * Double(index) / FitWorld.rate))
    }
    let sound = SoundMemory(interleaved: samples, channels: 1, sampleRate: FitWorld.rate)
    let fit = try ActuatorFit(sound, name: "", summary: "")
    #expect(abs(fit.resonanceHertz.value - world.hertz) < fit.resonanceHertz.range)
    #expect(fit.notes == ["mains hum at 50.0 Hz is removed"])
  }

  @Test func `fit corrects for a sensor's response, which is given as a table`() throws {
    var table = "# Hz dB\n"
    for hertz in stride(from: 10.0, through: 1_000, by: 10) {
      table += "\(hertz) \(-10 * log10(1 + pow(200 / hertz, 2)))\n"
    }
    let world = FitWorld("sensor") { $0.highPass = 200 }
    let fit = try ActuatorFit(world.recording, name: "", summary: "", sensor: SensorResponse(table: table))
    #expect(abs(fit.resonanceHertz.value - world.hertz) < fit.resonanceHertz.range)
    #expect(fit.notes.isEmpty)
    let direct = try ActuatorFit(FitWorld("direct").recording, name: "", summary: "")
    for (corrected, known) in zip(fit.buzzes, direct.buzzes) {
      #expect(abs(corrected.decibels - known.decibels) < 0.3, "at sharpness \(corrected.sharpness)")
    }
  }

  @Test(arguments: [
    ("80", "line 1: expected a frequency in Hz and a level in dB"),
    ("80 -3\n40 0", "line 2: frequencies must increase"),
    ("80 -3", "at least two lines"),
  ])
  func `a sensor table that cannot be read is rejected with the number of the line`(table: String, message: String) {
    #expect { try SensorResponse(table: table) } throws: { "\($0)".contains(message) }
  }

  @Test func `fit finds one frequency for a device that ignores sharpness, and writes a usable file`() throws {
    var settings = RenderSettings()
    settings.sharpness = SharpnessMap(lowestHertz: 165, highestHertz: 165)
    let fit = try ActuatorFit(Self.recording(.phone, rate: 16_000, settings), name: "flat", summary: "")
    #expect(abs(fit.lowestHertz / 165 - 1) < 0.01 && fit.lowestHertz == fit.highestHertz)
    #expect(abs(fit.resonanceHertz.value / 165 - 1) < 0.05)
    var found = RenderSettings()
    fit.actuator.apply(to: &found)
    #expect(found.problem == nil)
  }

  @Test func `fit leaves out values that are hidden by noise`() throws {
    let fit = try ActuatorFit(Self.recording(.phone, rate: 16_000, noise: -8), name: "noisy", summary: "")
    #expect(fit.riseMilliseconds == nil && fit.decayMilliseconds == nil)
    #expect(
      try #require(ActuatorFit(Self.recording(.phone, rate: 16_000), name: "", summary: "").riseMilliseconds) < 15)
  }

  @Test func `fit rejects a recording without the test pattern and gives the reason`() throws {
    func refusal(_ samples: [Float]) -> String {
      do {
        _ = try ActuatorFit(SoundMemory(interleaved: samples, channels: 1, sampleRate: 8_000), name: "", summary: "")
        return ""
      } catch { return "\(error)" }
    }
    let seconds = Int(FitPattern.seconds) + 2
    #expect(refusal([0, 0.1]).contains("record all of it"))
    #expect(refusal(Array(repeating: 0, count: 8_000 * seconds)) == "it is silent")
    var random = SplitMix64(seed: 3)
    let noise = (0..<8_000 * seconds).map { _ in Float(random.number(-0.1...0.1)) }
    #expect(refusal(noise).contains("the test pattern was not found"))
    let hum = (0..<8_000 * seconds).map { Float(sin(Double($0) * 0.04)) }
    #expect(refusal(hum).contains("the test pattern was not found"))
  }
}
