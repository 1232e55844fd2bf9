import Testing
import ThrumTesting

@Suite(.haptics()) struct PaletteTests {
  @Test func `the position of a tap sets its sharpness and intensity`() async throws {
    let palette = try Palette()
    palette.tap(x: 0.25, y: 0.75)
    await HapticEnvironment.current.advance(by: 1)
    expectEvent(.hapticTransient, at: 0, intensity: 0.75 ± 0.001, sharpness: 0.25 ± 0.001)
  }

  @Test func `the hum follows the finger and ends with the touch`() async throws {
    let phone = HapticEnvironment.current
    let palette = try Palette()
    palette.touchesBegan(x: 0.5, y: 0.2)
    for step in 1...4 {
      await phone.advance(by: 0.25)
      palette.touchesMoved(x: Float(step) * 0.25, y: 1 - Float(step) * 0.2)
    }
    await phone.advance(by: 0.25)
    palette.touchesEnded()
    await phone.advance(by: 1)
    expectEvent(.hapticContinuous, at: 0, intensity: 0.2 ± 0.001)
    expectFinished(at: 1.25)
    expectApplied(.hapticIntensityControl, 0.2, at: 0)
    expectApplied(.hapticIntensityControl, 0.8, at: 0.25)
    expectApplied(.hapticSharpnessControl, -0.25, at: 0.25)
    expectApplied(.hapticSharpnessControl, 0.5, at: 1)
    expectSilence(from: 1.3, to: 2)
  }

  @Test func `the hum plays again after a reset`() async throws {
    let phone = HapticEnvironment.current
    let palette = try Palette()
    phone.apply(.resetServer)
    await phone.advance(by: 1)
    palette.touchesBegan(x: 0, y: 1)
    await phone.advance(by: 1)
    palette.touchesEnded()
    expectEvent(.hapticContinuous, at: 1)
    expectNo(error: .invalidPatternPlayer)
  }
}
