#if canImport(ThrumTesting)
  import ThrumTesting
  import Swish
  import Testing

  /// Each test has its own phone, whose clock only the test advances.
  @Suite(.haptics()) struct SwishTests {
    @Test func `a cut plays one tap at once, as strong as the cut`() async {
      let phone = HapticEnvironment.current
      let haptics = HapticsManager()
      await phone.advance(by: 2)
      haptics.cut(strength: 0.8)
      await phone.advance(by: 1)
      expectEvent(.hapticTransient, at: 2, intensity: 0.8 ± 0.01, sharpness: 0.7 ± 0.01)
      expectEngines(exactly: 1)
    }
  }
#endif
