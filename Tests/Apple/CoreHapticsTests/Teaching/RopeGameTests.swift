import Testing
import ThrumTesting

@Suite(.haptics()) struct RopeGameTests {
  @Test func `each effect plays as designed, every time`() async throws {
    let phone = HapticEnvironment.current
    let game = try #require(RopeGame())
    for effect in RopeGame.Effect.allCases {
      game.play(effect)
      await phone.advance(by: 2)
    }
    game.play(.attach)
    await phone.advance(by: 2)
    expectEvent(.hapticTransient, at: 0, intensity: 0.5 ± 0.01, sharpness: 0.3 ± 0.01)
    expectEvent(.hapticTransient, at: 2, intensity: 1 ± 0.01, sharpness: 1 ± 0.01)
    expectEvents(.hapticTransient, exactly: 2, from: 2, to: 3)
    expectEvents(.hapticTransient, exactly: 3, from: 4, to: 5)
    expectEvent(.hapticContinuous, at: 6, duration: 1 ± 0.01)
    expectEvent(.hapticTransient, at: 8)
    expectNoErrors()
  }

  @Test func `the swish lasts as long as the touch and follows its speed`() async throws {
    let phone = HapticEnvironment.current
    let game = try #require(RopeGame())
    game.beginSwish()
    for speed in [250, 500, 2000] as [Double] {
      await phone.advance(by: 1)
      game.moveSwish(speed: speed)
    }
    await phone.advance(by: 1)
    game.endSwish()
    await phone.advance(by: 1)
    expectApplied(.hapticIntensityControl, 0.25, at: 1)
    expectApplied(.hapticSharpnessControl, -0.15, at: 1)
    expectApplied(.hapticIntensityControl, 1, at: 3)
    expectApplied(.hapticSharpnessControl, 0.3, at: 3)
    expectEvent(.hapticContinuous, at: 3.5)
    expectSilence(from: 4.1, to: 5)
  }

  @Test func `a cut is felt on top of the swish`() async throws {
    let phone = HapticEnvironment.current
    let game = try #require(RopeGame())
    game.beginSwish()
    game.moveSwish(speed: 500)
    await phone.advance(by: 1)
    game.play(.cut)
    await phone.advance(by: 1)
    game.endSwish()
    await phone.advance(by: 1)
    expectEvent(.hapticTransient, at: 1, intensity: 1 ± 0.01)
    expectEvent(.hapticContinuous, at: 1.5)
  }

  @Test func `effects play again after a return from the background and after a reset`() async throws {
    let phone = HapticEnvironment.current
    let game = try #require(RopeGame())
    phone.apply(.suspendApp)
    await phone.advance(by: 5)
    phone.apply(.resumeApp)
    game.play(.cut)
    await phone.advance(by: 5)
    phone.apply(.resetServer)
    await phone.advance(by: 1)
    game.play(.attach)
    game.beginSwish()
    game.moveSwish(speed: 1000)
    await phone.advance(by: 1)
    game.endSwish()
    expectEvents(.hapticTransient, exactly: 2, from: 5, to: 6)
    expectEvent(.hapticTransient, at: 11, intensity: 0.5 ± 0.01)
    expectEvent(.hapticContinuous, at: 11)
    expectNo(error: .invalidPatternPlayer)
    expectNo(error: .engineNotRunning)
  }
}
