import Testing
import ThrumTesting

@Suite(.haptics()) struct HapticBridgeTests {
  @Test func `a handle plays taps, buzzes and AHAP patterns`() async throws {
    let phone = HapticEnvironment.current
    let handle = try #require(haptics_create())
    #expect(haptics_play(handle, 0.8, 0.2, 0) == 0)
    await phone.advance(by: 1)
    #expect(haptics_play(handle, 0.5, 0.5, 0.3) == 0)
    await phone.advance(by: 1)
    #expect(haptics_play_ahap(handle, #"{"Pattern":[{"Event":{"Time":0,"EventType":"HapticTransient"}}]}"#) == 0)
    await phone.advance(by: 1)
    expectEvent(.hapticTransient, at: 0, intensity: 0.8 ± 0.001, sharpness: 0.2 ± 0.001)
    expectEvent(.hapticContinuous, at: 1, intensity: 0.5 ± 0.001, duration: 0.3 ± 0.01)
    expectEvent(.hapticTransient, at: 2)
    haptics_destroy(handle)
  }

  @Test func `the engine restarts after a stop and after a reset`() async throws {
    let phone = HapticEnvironment.current
    let handle = try #require(haptics_create())
    #expect(haptics_play(handle, 1, 1, 0) == 0)
    await phone.advance(by: 1)
    phone.apply(.suspendApp)
    await phone.advance(by: 1)
    #expect(haptics_play(handle, 1, 1, 0) != 0)
    phone.apply(.resumeApp)
    #expect(haptics_play(handle, 1, 1, 0) == 0)
    await phone.advance(by: 1)
    phone.apply(.resetServer)
    await phone.advance(by: 1)
    #expect(haptics_play(handle, 1, 1, 0) == 0)
    await phone.advance(by: 1)
    haptics_destroy(handle)
    expectEvents(.hapticTransient, exactly: 3)
    expectNo(error: .engineNotRunning)
  }

  @Test func `errors are returned as numbers, and a destroyed handle calls no stopped handler`() async throws {
    let handle = try #require(haptics_create())
    #expect(haptics_play(nil, 1, 1, 0) == -4816)
    #expect(haptics_play_ahap(handle, "[]") == -4814 || haptics_play_ahap(handle, "[]") == -4813)
    #expect(haptics_play(handle, 1, 1, 5) == 0)
    await HapticEnvironment.current.advance(by: 1)
    haptics_destroy(handle)
    await HapticEnvironment.current.advance(by: 1)
    expectSilence(from: 1.5, to: 2)
    expectHandler(.stopped, times: 0)
  }
}
