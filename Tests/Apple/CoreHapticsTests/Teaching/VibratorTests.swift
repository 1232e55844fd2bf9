import Testing
import ThrumTesting

@Suite(.haptics()) struct VibratorTests {
  @Test func `a sustained vibration keeps its strength until its end`() async {
    let vibrator = Vibrator()
    #expect(vibrator.vibrate(seconds: 1))
    await HapticEnvironment.current.advance(by: 2)
    expectEvent(.hapticContinuous, at: 0, intensity: 1 ± 0.001, sharpness: 0.4 ± 0.001, duration: 1 ± 0.01)
    let samples = HapticSamples(of: .current)
    let (early, late) = (samples.level(from: 0.2, to: 0.4), samples.level(from: 0.7, to: 0.9))
    #expect(abs(early - late) < 1)
    expectSilence(from: 1.2, to: 2)
  }

  @Test func `an unsustained vibration decays`() async {
    let vibrator = Vibrator()
    vibrator.vibrate(seconds: 1, isSustained: false)
    await HapticEnvironment.current.advance(by: 2)
    let samples = HapticSamples(of: .current)
    #expect(samples.level(from: 0.7, to: 0.9) < samples.level(from: 0, to: 0.02) - 40)
  }

  @Test func `a new vibration replaces the previous one`() async {
    let vibrator = Vibrator()
    vibrator.vibrate(seconds: 10)
    await HapticEnvironment.current.advance(by: 1)
    vibrator.vibrate(seconds: 0.5, intensity: 0.3)
    await HapticEnvironment.current.advance(by: 5)
    expectEvent(.hapticContinuous, at: 0, duration: 10 ± 0.01)
    expectFinished(at: 1)
    expectEvent(.hapticContinuous, at: 1, intensity: 0.3 ± 0.001, duration: 0.5 ± 0.01)
    expectSilence(from: 1.7, to: 6)
  }

  @Test func `the engine restarts by itself after an auto-shutdown`() async {
    let vibrator = Vibrator()
    vibrator.vibrate(seconds: 0.1)
    await HapticEnvironment.current.advance(by: 300)
    expectRunning(forLessThan: 200)
    #expect(vibrator.vibrate(seconds: 0.1))
    await HapticEnvironment.current.advance(by: 1)
    expectEvents(.hapticContinuous, exactly: 2)
    #expect(!vibrator.vibrate(seconds: 0))
  }
}
