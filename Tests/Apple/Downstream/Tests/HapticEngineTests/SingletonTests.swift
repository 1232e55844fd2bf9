import HapticEngine
import Testing
import ThrumTesting

/// `HapticEngine.shared` outlives every test.
@Suite(.haptics(exclusive: true)) struct SingletonTests {
  @Test(arguments: 1...3) func `the singleton plays in every test`(_ round: Int) async {
    HapticEngine.shared.tap(0.25 * Float(round))
    await HapticEnvironment.current.advance(by: 1)
    expectEvent(.hapticTransient, at: 0, intensity: 0.25 * Double(round) ± 0.01)
    expectEngines(exactly: 1)
    expectNoErrors()
  }

  @Test func `the singleton plays again after a server reset`() async {
    let phone = HapticEnvironment.current
    HapticEngine.shared.tap()
    await phone.advance(by: 1)
    phone.apply(.resetServer)
    await phone.advance(by: 1)
    HapticEngine.shared.tap()
    await phone.advance(by: 1)
    expectEvents(exactly: 2)
    expectHandler(.reset, times: 1)
  }
}
