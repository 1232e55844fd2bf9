import ThrumTesting
import Testing

@Suite(.haptics()) struct BouncingBallTests {
  private func play(_ ball: BouncingBall, seconds: Double) async {
    for _ in 0..<Int(seconds * 60) {
      ball.step(1.0 / 60)
      await HapticEnvironment.current.advance(by: 1.0 / 60)
    }
  }

  @Test func `a collision is a tap, as strong and sharp as the impact`() async {
    // From 2 m the ground is reached after 0.64 s at 6.3 m/s, and again, half as fast, 0.64 s later.
    await play(BouncingBall(height: 2), seconds: 1.5)
    expectEvents(exactly: 2)
    expectEvent(.hapticTransient, at: 0.63, within: 0.04, intensity: 0.78 ± 0.03, sharpness: 0.83 ± 0.03)
    expectEvent(.hapticTransient, at: 1.27, within: 0.06, intensity: 0.39 ± 0.03, sharpness: 0.51 ± 0.03)
  }

  @Test func `a ball that rolls is not felt, and every bounce costs a player and no engine`() async {
    await play(BouncingBall(height: 1), seconds: 10)
    expectSilence(from: 3, to: 10)
    expectEvents(.hapticTransient, exactly: 3)
    expectEngines(exactly: 1)
    expectNoErrors()
  }

  @Test func `a ball bounces on after the haptic server has failed`() async {
    let ball = BouncingBall(height: 2)
    await play(ball, seconds: 0.8)
    HapticEnvironment.current.apply(.resetServer)
    await play(ball, seconds: 0.7)
    expectEvents(.hapticTransient, exactly: 2)
    expectHandler(.reset, times: 1)
  }
}

@Suite(.haptics(profile: .noHaptics)) struct BouncingBallWithoutHapticsTests {
  @Test func `without haptics the ball bounces all the same`() {
    let ball = BouncingBall(height: 0.1)
    for _ in 0..<60 { ball.step(1.0 / 60) }
    #expect(ball.height < 0.1)
    expectEngines(exactly: 0)
  }
}
