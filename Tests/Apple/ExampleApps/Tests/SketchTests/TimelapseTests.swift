import Sketch
import Testing
import ThrumTesting

/// A drawing of ten strokes, one a second, which get wider.
@Suite(.haptics(.strict)) @MainActor struct TimelapseTests {
  private let phone = HapticEnvironment.current

  private func drawing() async throws -> Timelapse {
    try await Timelapse(strokes: (0..<10).map { (Double($0), Float($0) / 10) })
  }

  @Test func `wider strokes are felt stronger and rounder`() async throws {
    let replay = try await drawing()
    await phone.advance(to: 1)
    try replay.play()
    #expect(replay.isPlaying)
    await phone.advance(to: 11)
    expectEvent(.hapticTransient, at: 1, intensity: 0.4, sharpness: 1)
    expectEvent(.hapticTransient, at: 6, intensity: 0.7, sharpness: 0.5)
    expectEvents(exactly: 10)
    #expect(!replay.isPlaying)
    await replay.close()
  }

  @Test func `a replay continues where it was paused`() async throws {
    let replay = try await drawing()
    try replay.play()
    await phone.advance(to: 2.5)
    try replay.pause()
    #expect(!replay.isPlaying)
    await phone.advance(to: 10)
    try replay.resume()
    await phone.advance(to: 12)
    #expect(replay.isPlaying)
    expectEvents(exactly: 0, from: 2.5, to: 10)
    expectEvent(.hapticTransient, at: 10.5, intensity: 0.58)
    expectEvents(exactly: 5)
    await replay.close()
  }

  @Test func `the scrubber moves the replay`() async throws {
    let replay = try await drawing()
    try replay.play()
    await phone.advance(to: 1.5)
    try replay.scrub(to: 7.5)
    await phone.advance(to: 4)
    expectEvent(.hapticTransient, at: 2, intensity: 0.88)
    expectEvent(.hapticTransient, at: 3, intensity: 0.94)
    expectEvents(exactly: 4)
    await replay.close()
  }

  @Test func `the replay of a drawing without strokes is silent`() async throws {
    let replay = try await Timelapse(strokes: [])
    try replay.play()
    await phone.advance(by: 1)
    #expect(!replay.isPlaying)
    expectEvents(exactly: 0)
    expectNoErrors()
    await replay.close()
  }

  @Test func `a closed replay is silent and needs no engine`() async throws {
    let replay = try await drawing()
    try replay.play()
    await phone.advance(to: 2.5)
    await replay.close()
    await phone.advance(to: 12)
    expectEvents(exactly: 3)
    expectRunning(forLessThan: 3)
  }

  @Test func `a replay that is left without being closed is freed`() async throws {
    weak var left: Timelapse?
    do {
      let replay = try await drawing()
      left = replay
      try replay.play()
      await phone.advance(to: 2)
    }
    await phone.settle()
    #expect(left == nil)
  }
}
