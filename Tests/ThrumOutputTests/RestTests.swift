import ThrumDevice
import ThrumRender
import Testing

@testable import ThrumOutput

/// A device that plays nothing is stopped, and continues where time has come to.
@Suite struct RestTests {
  private func left(_ rig: LoopRig) -> [Float] {
    stride(from: 0, to: rig.pcm.accepted.count, by: 2).map { rig.pcm.accepted[$0] }
  }

  // REAL-17
  @Test func `after a while of silence the device is dropped, and what is sent then sounds whole`() throws {
    let rig = LoopRig(stopAtFrame: 48_000, starts: false)
    var droppedAt: (seconds: Double, frames: Int)?
    rig.pcm.whileDropped = { [unowned rig] in
      guard droppedAt == nil else { return }
      droppedAt = (rig.pcm.seconds, rig.pcm.acceptedFrames)
      #expect(rig.renderer.pointee.controls.isSuspended)
      rig.start()
    }
    rig.run(idleSeconds: 0.5)
    let dropped = try #require(droppedAt)
    #expect(dropped.seconds >= 0.5 && dropped.seconds < 0.6)
    #expect(rig.pcm.calls.starts(with: ["drop", "prepare"]))
    #expect(!rig.renderer.pointee.controls.isSuspended)
    let heard = left(rig)
    #expect(heard[..<dropped.frames].allSatisfy { $0 == 0 })
    // All that is written after the rest is the buzz, from its first frame.
    let count = 9600
    #expect(Array(heard[dropped.frames..<dropped.frames + count]) == LoopRig.reference(frames: count))
  }

  @Test func `nothing rests while something sounds or waits for its time`() {
    let sounding = LoopRig()
    sounding.run(idleSeconds: 0)
    #expect(sounding.pcm.calls == ["drop", "close"])
    let waiting = LoopRig(starts: false)
    _ = waiting.renderer.pointee.commands.push(
      Command(.setControl(ControlChange(.hapticIntensityControl, to: 0.5)), player: 0, time: 40_000, serial: 2))
    waiting.run(idleSeconds: 0)
    #expect(waiting.pcm.calls == ["drop", "close"])
  }

  @Test func `a stop ends a rest, without a sound`() {
    let rig = LoopRig(stopAtFrame: .max, starts: false)
    rig.pcm.whileDropped = { [unowned rig] in rig.signals.stop() }
    rig.run(idleSeconds: 0.2)
    #expect(rig.pcm.seconds < 1)
    #expect(rig.pcm.calls == ["drop", "drop", "close"])
  }

  @Test func `a device that is gone after a rest is opened again`() {
    let rig = LoopRig(stopAtFrame: 48_000, starts: false)
    rig.pcm.whileDropped = { [unowned rig] in
      rig.pcm.whileDropped = {}
      rig.pcm.faults = [FakePCM.Fault(atFrame: 0, kind: .gone(error: 19, openings: 2))]
      rig.start()
    }
    rig.run(idleSeconds: 0.2)
    #expect(rig.report.reopeningCount == 1)
    #expect(left(rig).contains { $0 != 0 })
  }
}
