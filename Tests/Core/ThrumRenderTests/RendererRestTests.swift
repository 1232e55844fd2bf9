import TestSupport
import Testing
import ThrumDevice

@testable import ThrumRender

/// A renderer that skips time while its thread sleeps.
@Suite struct RendererRestTests {
  @Test func `the renderer may suspend only when nothing sounds, rings out or is pending`() {
    let rig = Rig([tap(0)])
    #expect(!rig.maySuspend)
    rig.run(to: 6_400)
    #expect(rig.maySuspend)
    rig.send(.start)
    #expect(!rig.maySuspend)
    rig.run(to: 7_040)
    #expect(!rig.maySuspend)
    rig.run(to: 48_000)
    #expect(rig.maySuspend)
    rig.send(.start, at: 96_000)
    rig.run(to: 48_640)
    #expect(!rig.maySuspend)
    rig.run(to: 144_000)
    #expect(rig.maySuspend)
    rig.raiseStop()
    #expect(!rig.maySuspend)
  }

  @Test func `output after a suspension is identical to output without one`() {
    let awake = Rig([tap(0), buzz(0.1, 0.1)])
    let rested = Rig([tap(0), buzz(0.1, 0.1)])
    for rig in [awake, rested] {
      rig.run(to: 6_400)
      rig.setGain(0.5)
    }
    rested.fastForwardSuspension(until: 63_990)
    awake.run(to: 64_000)
    for rig in [awake, rested] {
      rig.send(.start)
      rig.run(to: 80_000)
    }
    #expect(rested.left.samples.suffix(16_000) == awake.left.samples.suffix(16_000))
    #expect(rested.left.peak > 0)
    #expect(rested.frames(.eventStarted) == awake.frames(.eventStarted))
  }
}
