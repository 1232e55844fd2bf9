import AVFoundation
import Breathe
import Foundation
import Testing
import ThrumTesting

/// An exercise of some breaths of 12 s each, begun at 1 s.
@Suite(.haptics(.strict)) @MainActor struct BreatheTests {
  private let phone = HapticEnvironment.current
  private let guide: BreathingGuide

  init() {
    let phone = phone
    guide = BreathingGuide { Date(timeIntervalSinceReferenceDate: phone.now) }
  }

  private func begin(breaths: Int) async {
    await guide.prepare()
    await phone.advance(to: 1)
    guide.begin(breaths: breaths)
    await phone.settle()
  }

  // MARK: A breath

  @Test func `a breath swells for four seconds, rests for two and fades for six`() async {
    await begin(breaths: 1)
    await phone.advance(to: 13)
    expectEvent(.hapticContinuous, at: 1, intensity: 0.2 ± 0.01, duration: 4)
    expectApplied(.hapticIntensityControl, 0.6 ± 0.01, at: 3)
    expectApplied(.hapticIntensityControl, 1 ± 0.01, at: 5)
    expectSilence(from: 5.1, to: 7)
    expectEvent(.hapticContinuous, at: 7, intensity: 0.8 ± 0.01, duration: 6)
    expectApplied(.hapticIntensityControl, 0.4 ± 0.01, at: 10)
    expectPrewarmed()
  }

  @Test func `a swell gets sharper as it gets stronger`() async {
    await begin(breaths: 1)
    await phone.advance(to: 13)
    expectApplied(.hapticSharpnessControl, -0.06 ± 0.005, at: 1)
    expectApplied(.hapticSharpnessControl, 0.1 ± 0.005, at: 5)
    expectApplied(.hapticSharpnessControl, -0.1 ± 0.005, at: 13)
  }

  @Test func `the screen shows the phase that is felt`() async {
    #expect(guide.phase == .idle)
    await begin(breaths: 1)
    #expect(guide.phase == .inhale)
    await phone.advance(to: 5.5)
    #expect(guide.phase == .hold)
    await phone.advance(to: 7.5)
    #expect(guide.phase == .exhale)
    await phone.advance(to: 13.5)
    #expect(guide.phase == .bell)
    await phone.advance(to: 16)
    #expect(guide.phase == .idle)
  }

  @Test func `an exercise ends with a bell that is struck twice`() async {
    await begin(breaths: 3)
    await phone.advance(to: 60)
    expectEvents(.hapticContinuous, exactly: 6, from: 1, to: 36.9)
    expectEvent(.hapticTransient, at: 37, intensity: 0.9, sharpness: 0.8)
    expectEvent(.hapticTransient, at: 37.9, intensity: 0.6, sharpness: 0.8)
    expectEvents(.hapticTransient, exactly: 2)
    expectSnapshot(named: "bell", as: .envelope, of: HapticSamples(of: phone, from: 36.5, to: 39.5))
  }

  @Test func `an exercise that is ended fades away`() async {
    await begin(breaths: 3)
    await phone.advance(to: 4)
    guide.end()
    await phone.advance(to: 20)
    expectApplied(.hapticIntensityControl, 0.4 ± 0.02, at: 4.5)
    expectFinished(at: 5)
    expectSilence(from: 5.1, to: 20)
    #expect(guide.phase == .idle)
    expectRunning(forLessThan: 6)
    expectNoErrors()
  }

  @Test func `an exercise that follows one that was ended is as strong`() async {
    await begin(breaths: 3)
    await phone.advance(to: 4)
    guide.end()
    await phone.advance(to: 4.5)
    guide.begin(breaths: 1)
    await phone.advance(to: 20)
    expectEvent(.hapticContinuous, at: 4.5, intensity: 0.2 ± 0.01)
    expectLevel(-40...0, from: 8, to: 8.4)
    expectEvents(.hapticTransient, exactly: 2)
  }

  // MARK: Interruptions

  @Test func `a call pauses the exercise, and its end repeats the breath`() async {
    await begin(breaths: 2)
    await phone.advance(to: 8)
    phone.apply(.interruptAudio)
    await phone.advance(to: 60)
    #expect(guide.phase == .paused)
    expectSilence(from: 8.1, to: 60)
    phone.apply(.endInterruption)
    await phone.settle()
    #expect(guide.phase == .inhale)
    await phone.advance(to: 61)
    expectEvent(.hapticContinuous, at: 60, within: 0.1, duration: 4)
    #expect(guide.breathsLeft == 2)
    expectNoErrors(in: phone.timeline.between(60...61))
  }

  @Test func `after a call without a hint to resume, the user resumes`() async {
    await begin(breaths: 2)
    await phone.advance(to: 8)
    phone.apply(.interruptAudio)
    await phone.advance(to: 60)
    phone.apply(.endInterruptionWithoutResume)
    await phone.advance(to: 65)
    #expect(guide.phase == .paused)
    expectSilence(from: 8.1, to: 65)
    guide.resume()
    await phone.advance(to: 66)
    expectEvent(.hapticContinuous, at: 65, within: 0.1, duration: 4)
  }

  @Test func `the exercise continues when the app is back`() async {
    await begin(breaths: 2)
    await phone.advance(to: 3)
    phone.apply(.suspendApp)
    await phone.advance(to: 60)
    expectSilence(from: 3.1, to: 60)
    phone.apply(.resumeApp)
    await phone.advance(to: 61)
    expectEvent(.hapticContinuous, at: 60, within: 0.1, duration: 4)
    await phone.advance(to: 90)
    #expect(guide.phase == .idle)
    expectNo(error: .operationNotPermitted)
    expectNoErrors(in: phone.timeline.between(60...90))
  }

  @Test func `the exercise survives a failure of the haptic server`() async {
    await begin(breaths: 1)
    await phone.advance(to: 3)
    phone.apply(.resetServer)
    await phone.advance(to: 20)
    expectEvent(.hapticContinuous, at: 3, within: 0.1, duration: 4)
    expectEvent(.hapticTransient, at: 15, within: 0.1)
    expectNo(error: .invalidPatternPlayer)
    #expect(guide.error == nil)
  }

  @Test func `the screen shows that the engine does not start, until it does`() async {
    phone.apply(.fail(.start, code: .engineStartTimeout, times: 1))
    await guide.prepare()
    #expect(guide.error != nil)
    guide.begin(breaths: 1)
    await phone.advance(by: 1)
    #expect(guide.error == nil)
    expectEvent(.hapticContinuous, at: 0, duration: 4)
  }

  // MARK: The rest of the phone

  @Test func `the user's music keeps playing`() async {
    phone.apply(.beginOtherAudio)
    await begin(breaths: 1)
    await phone.advance(to: 20)
    #expect(AVAudioSession.sharedInstance().isOtherAudioPlaying)
    expectNoErrors()
  }

  @Test func `the screen never waits for the haptics`() async {
    await begin(breaths: 2)
    await phone.advance(to: 40)
    await guide.nudge()
    await phone.advance(by: 1)
    expectNoHitch()
    expectEngines(exactly: 1)
  }

  @Test func `no engine runs after the exercise`() async {
    await begin(breaths: 1)
    await phone.advance(to: 120)
    expectRunning(forLessThan: 20)
    expectNoErrors()
  }

  @Test func `nudges are at least half a minute apart`() async {
    for _ in 0..<10 {
      await guide.nudge()
      await phone.advance(by: 10)
    }
    expectEvents(.hapticTransient, exactly: 8)
    for time in [0.0, 30, 60, 90] {
      expectEvent(.hapticTransient, at: time, intensity: 0.4, sharpness: 0.1)
      expectEvent(.hapticTransient, at: time + 0.12, intensity: 0.4)
    }
  }

  @Test func `a nudge is felt long after an exercise`() async {
    await begin(breaths: 1)
    await phone.advance(to: 300)
    await guide.nudge()
    await phone.advance(by: 1)
    expectEvent(.hapticTransient, at: 300, within: 0.1)
    expectNo(error: .engineNotRunning)
  }
}

@Suite(.haptics(.strict)) struct BreatheMemoryTests {
  @Test @MainActor func `a closed screen frees its guide and its engine`() async {
    let phone = HapticEnvironment.current
    weak var closed: BreathingGuide?
    do {
      let guide = BreathingGuide()
      closed = guide
      await guide.prepare()
      guide.begin(breaths: 1)
      await phone.advance(by: 20)
    }
    await phone.settle()
    #expect(closed == nil)
  }
}

@Suite(.haptics(profile: .noHaptics)) struct BreatheOnTabletTests {
  @Test @MainActor func `a device without haptics breathes without an engine or an error`() async {
    let guide = BreathingGuide()
    await guide.prepare()
    guide.begin(breaths: 1)
    await HapticEnvironment.current.advance(by: 1)
    #expect(guide.phase == .inhale)
    await HapticEnvironment.current.advance(by: 20)
    #expect(guide.error == nil)
    #expect(guide.phase == .idle)
    expectEngines(exactly: 0)
    expectNoErrors()
  }
}
