import AVFoundation
import Marble
import Testing
import ThrumTesting

/// Each test plays one level. The manager is a singleton, so the tests are exclusive.
@Suite(.haptics(.exclusive, .strict)) @MainActor struct MarbleTests {
  private let phone = HapticEnvironment.current
  private let haptics = HapticsManager.shared

  /// Plays a level from its loading, which ends at 1 s, until it is left.
  private func level(on board: Board = .wood, _ play: () async throws -> Void) async rethrows {
    haptics.isMuted = false
    haptics.loadLevel(on: board)
    await phone.advance(to: 1)
    try await play()
    haptics.leaveLevel()
    await phone.advance(by: 0.1)
  }

  // MARK: Effects

  @Test func `a hit is a tap and a clack, as strong as the marble is fast`() async {
    await level {
      haptics.hit(speed: 0.5)
      await phone.advance(by: 1)
      expectEvent(.hapticTransient, at: 1, intensity: 0.65, sharpness: 0.5)
      expectEvent(.audioCustom, at: 1, intensity: 0.5)
      expectEvents(exactly: 2)
    }
  }

  @Test func `rolling gets stronger and sharper with speed`() async {
    await level {
      haptics.beginRoll()
      await phone.advance(to: 2)
      haptics.roll(speed: 0.5)
      await phone.advance(to: 3)
      haptics.roll(speed: 1)
      await phone.advance(to: 4)
      haptics.endRoll()
      await phone.advance(to: 6)
      expectApplied(.hapticIntensityControl, 0, at: 1)
      expectApplied(.hapticIntensityControl, 0.5, at: 2)
      expectApplied(.hapticSharpnessControl, 0, at: 2)
      expectApplied(.hapticIntensityControl, 1, at: 3)
      expectApplied(.hapticSharpnessControl, 0.2, at: 3)
      expectSilence(from: 4.1, to: 6)
    }
  }

  @Test func `a rolling marble bumps twice a second`() async {
    await level {
      haptics.beginRoll()
      haptics.roll(speed: 1)
      await phone.advance(to: 4)
      haptics.endRoll()
      await phone.advance(to: 5)
      expectEvents(.hapticTransient, exactly: 6, from: 1, to: 4)
      expectEvents(.hapticContinuous, exactly: 6, from: 1, to: 3.9)
      expectEvent(.hapticTransient, at: 3.75, intensity: 0.8)
    }
  }

  @Test func `a paused game is silent, and the marble rolls on afterwards`() async {
    await level {
      haptics.beginRoll()
      haptics.roll(speed: 1)
      await phone.advance(to: 2.1)
      haptics.pause()
      await phone.advance(to: 10.1)
      haptics.resume()
      await phone.advance(to: 11.1)
      haptics.endRoll()
      await phone.advance(to: 12)
      expectEvents(exactly: 0, from: 2.2, to: 10.1)
      expectSilence(from: 2.2, to: 10, samples: HapticSamples(of: phone))
      expectEvent(.hapticTransient, at: 10.25)
      expectEvents(.hapticTransient, exactly: 2, from: 10.1, to: 11.1)
      expectNoErrors()
    }
  }

  @Test func `a goal grows and ends with two taps`() async {
    await level {
      haptics.goal()
      await phone.advance(by: 2)
      expectEvent(.hapticContinuous, at: 1, duration: 0.6)
      expectApplied(.hapticIntensityControl, 0.6, at: 1.3)
      expectEvent(.hapticTransient, at: 1.6, intensity: 1)
      expectEvent(.hapticTransient, at: 1.8, intensity: 0.7)
      expectEvents(exactly: 3)
      expectPrewarmed()
    }
  }

  @Test func `the replay of a goal takes twice as long`() async {
    await level {
      haptics.goal(inSlowMotion: true)
      await phone.advance(by: 3)
      expectEvent(.hapticTransient, at: 2.2)
      expectEvent(.hapticTransient, at: 2.6)
      haptics.goal()
      await phone.advance(by: 2)
      expectEvent(.hapticTransient, at: 4.6)
    }
  }

  @Test func `the game learns when the goal's haptics have ended`() async {
    await level {
      await confirmation { ended in
        haptics.goal { ended() }
        await phone.advance(by: 2)
      }
      expectFinished(at: 1.81)
    }
  }

  @Test func `a count-down is three taps, a second apart`() async {
    await level {
      haptics.countDown()
      await phone.advance(by: 4)
      expectEvent(.hapticTransient, at: 1, intensity: 0.6)
      expectEvent(.hapticTransient, at: 2, intensity: 0.6)
      expectEvent(.hapticTransient, at: 3, intensity: 1)
      expectEvents(exactly: 3)
    }
  }

  @Test func `a whole level has its timeline`() async {
    await level(on: .glass) {
      haptics.beginRoll()
      haptics.roll(speed: 0.8)
      await phone.advance(by: 0.8)
      haptics.hit(speed: 0.8)
      haptics.endRoll()
      await phone.advance(by: 0.2)
      haptics.goal()
      await phone.advance(by: 1)
      expectSnapshot(named: "level", as: .envelope)
    }
  }

  // MARK: Settings

  @Test func `a muted game is silent until it is unmuted`() async {
    await level {
      haptics.isMuted = true
      haptics.hit(speed: 1)
      haptics.goal()
      await phone.advance(to: 3)
      expectSilence(from: 1, to: 3, samples: HapticSamples(of: phone))
      haptics.isMuted = false
      haptics.hit(speed: 1)
      await phone.advance(to: 4)
      expectLevel(-60...0, from: 3, to: 3.05)
    }
  }

  @Test func `a muted game stays silent in the next level`() async {
    await level {
      haptics.isMuted = true
      haptics.leaveLevel()
      haptics.loadLevel(on: .glass)
      await phone.advance(to: 2)
      haptics.hit(speed: 1)
      await phone.advance(to: 3)
      expectSilence(from: 2, to: 3, samples: HapticSamples(of: phone))
    }
  }

  @Test func `boards can be changed a thousand times`() async {
    await level {
      for index in 0..<1000 {
        haptics.use(index.isMultiple(of: 2) ? .glass : .wood)
        await phone.advance(by: 0.02)
      }
      haptics.hit(speed: 1)
      await phone.advance(by: 1)
      expectEvents(.audioCustom, exactly: 1)
      expectNoErrors()
    }
  }

  // MARK: Life

  @Test func `loading a level and playing it never hold up a frame`() async {
    await level {
      for _ in 0..<10 {
        haptics.hit(speed: 1)
        await phone.advance(by: 0.5)
      }
      expectNoHitch()
      expectEngines(exactly: 1)
      expectNoErrors()
    }
  }

  @Test func `the mute switch is shown at once while a level is loading`() async {
    haptics.isMuted = true
    haptics.loadLevel()
    #expect(haptics.isMuted)
    await phone.advance(by: 1)
    haptics.leaveLevel()
    await phone.advance(by: 1)
    expectNoHitch()
  }

  @Test func `the player's music keeps playing`() async {
    phone.apply(.beginOtherAudio)
    await level {
      haptics.hit(speed: 1)
      await phone.advance(by: 1)
      expectEvents(exactly: 2)
      #expect(AVAudioSession.sharedInstance().isOtherAudioPlaying)
    }
  }

  @Test func `haptics are back after a call`() async {
    await level {
      haptics.beginRoll()
      await phone.advance(by: 1)
      phone.apply(.interruptAudio)
      await phone.advance(by: 20)
      phone.apply(.endInterruption)
      haptics.hit(speed: 1)
      await phone.advance(by: 1)
      expectEvent(.hapticTransient, at: 22)
      expectNoErrors(in: phone.timeline.between(22...23))
    }
  }

  @Test func `haptics are back after a while in the background`() async {
    await level {
      phone.apply(.suspendApp)
      await phone.advance(by: 60)
      phone.apply(.resumeApp)
      haptics.hit(speed: 1)
      haptics.goal()
      await phone.advance(by: 2)
      expectEvent(.hapticTransient, at: 61, intensity: 1)
      expectEvent(.hapticTransient, at: 61.8)
      expectNoErrors()
    }
  }

  @Test func `every effect is back after a failure of the haptic server`() async {
    await level {
      haptics.use(.glass)
      await phone.advance(to: 2)
      phone.apply(.resetServer)
      await phone.advance(to: 3)
      haptics.hit(speed: 1)
      haptics.beginRoll()
      haptics.roll(speed: 1)
      await phone.advance(to: 4)
      haptics.endRoll()
      expectEvent(.audioCustom, at: 3)
      expectEvents(.hapticContinuous, exactly: 2, from: 3, to: 3.9)
      expectNoErrors()
    }
  }

  @Test func `an engine that does not start is tried again`() async {
    phone.apply(.fail(.start, code: .engineStartTimeout, times: 1))
    await level {
      haptics.hit(speed: 1)
      await phone.advance(by: 1)
      expectError(.engineStartTimeout, times: 1)
      expectEvent(.hapticTransient, at: 1)
    }
  }

  @Test func `nothing plays and no engine runs in the menus`() async {
    await level {
      haptics.beginRoll()
      haptics.roll(speed: 1)
      await phone.advance(to: 2)
    }
    await phone.advance(to: 60)
    expectSilence(from: 2.1, to: 60)
    expectRunning(forLessThan: 3)
  }
}

@Suite(.haptics(profile: .noHaptics, exclusive: true)) struct MarbleOnTabletTests {
  @Test func `a device without haptics needs no engine`() async {
    HapticsManager.shared.loadLevel()
    HapticsManager.shared.hit(speed: 1)
    HapticsManager.shared.leaveLevel()
    await HapticEnvironment.current.advance(by: 1)
    expectEngines(exactly: 0)
    expectNoErrors()
  }
}
