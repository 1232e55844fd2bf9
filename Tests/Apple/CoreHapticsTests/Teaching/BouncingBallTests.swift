import Testing
import ThrumTesting

@Suite(.haptics()) struct BouncingBallTests {
  private func play(_ ball: BouncingBall, seconds: Double) async {
    for _ in 0..<Int(seconds * 60) {
      ball.step(1.0 / 60)
      await HapticEnvironment.current.advance(by: 1.0 / 60)
    }
  }

  @Test func `a collision plays a tap with the impact's intensity and sharpness`() async {
    // A ball from 2 m hits the ground after 0.64 s at 6.3 m/s, and again, half as fast, 0.64 s later.
    await play(BouncingBall(height: 2), seconds: 1.5)
    expectEvents(exactly: 2)
    expectEvent(.hapticTransient, at: 0.63, within: 0.04, intensity: 0.78 ± 0.03, sharpness: 0.83 ± 0.03)
    expectEvent(.hapticTransient, at: 1.27, within: 0.06, intensity: 0.39 ± 0.03, sharpness: 0.51 ± 0.03)
  }

  @Test func `a rolling ball is silent, and all bounces use one engine`() async {
    await play(BouncingBall(height: 1), seconds: 10)
    expectSilence(from: 3, to: 10)
    expectEvents(.hapticTransient, exactly: 3)
    expectEngines(exactly: 1)
    expectNoErrors()
  }

  @Test func `bounces play again after a server reset`() async {
    let ball = BouncingBall(height: 2)
    await play(ball, seconds: 0.8)
    HapticEnvironment.current.apply(.resetServer)
    await play(ball, seconds: 0.7)
    expectEvents(.hapticTransient, exactly: 2)
    expectHandler(.reset, times: 1)
  }
}

@Suite(.haptics(profile: .noHaptics)) struct BouncingBallWithoutHapticsTests {
  @Test func `the ball bounces even on a device without haptics`() {
    let ball = BouncingBall(height: 0.1)
    for _ in 0..<60 { ball.step(1.0 / 60) }
    #expect(ball.height < 0.1)
    expectEngines(exactly: 0)
  }
}
