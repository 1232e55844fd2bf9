import Synchronization
import Testing
import ThrumDevice
import ThrumRender
import ThrumSystem

@testable import ThrumOutput

/// A silent device is suspended and continues at the current time.
@Suite struct RestTests {
  private func left(_ rig: LoopRig) -> [Float] {
    stride(from: 0, to: rig.pcm.accepted.count, by: 2).map { rig.pcm.accepted[$0] }
  }

  // REAL-17
  @Test func `a device is suspended after a period of silence, and the next sound plays in full`() throws {
    let rig = LoopRig(stopAtFrame: 48_000, starts: false)
    var droppedAt: (seconds: Double, frames: Int)?
    rig.pcm.whileDropped = { [unowned rig] in
      guard droppedAt == nil else { return }
      droppedAt = (rig.pcm.seconds, rig.pcm.acceptedFrames)
      #expect(rig.renderer.pointee.controls.status.isSuspended)
      rig.start()
    }
    rig.run(idleSeconds: 0.5)
    let dropped = try #require(droppedAt)
    #expect(dropped.seconds >= 0.5 && dropped.seconds < 0.6)
    #expect(rig.pcm.calls.starts(with: ["drop", "prepare"]))
    #expect(!rig.renderer.pointee.controls.status.isSuspended)
    let heard = left(rig)
    #expect(heard[..<dropped.frames].allSatisfy { $0 == 0 })
    // Everything written after the suspension is the buzz, from its first frame.
    let count = 9600
    #expect(Array(heard[dropped.frames..<dropped.frames + count]) == LoopRig.reference(frames: count))
  }

  // REAL-19
  @Test func `time advances while the device is suspended, and a start is on time`() throws {
    let clock = SteppedClock()
    let rig = LoopRig(stopAtFrame: 48_000, starts: false, clock: clock)
    var dropped: Int?
    rig.pcm.whileDropped = { [unowned rig] in
      guard dropped == nil else { return }
      dropped = rig.pcm.acceptedFrames
      clock.pass(seconds: 0.75)
      rig.start()
    }
    rig.run(idleSeconds: 0.5)
    let frames = try #require(dropped)
    var start: SampleTime?
    while let notice = rig.renderer.pointee.notices.pop() {
      if case .playerStarted = notice.fact { start = start ?? notice.frame }
    }
    // Frames queued at the drop are not played: the suspension begins there.
    #expect(abs(try #require(start) - SampleTime(frames + 36_000)) <= rig.pcm.format.bufferFrames)
  }

  @Test func `a device is not suspended while something sounds or is pending`() {
    let sounding = LoopRig()
    sounding.run(idleSeconds: 0)
    #expect(sounding.pcm.calls == ["drop", "close"])
    let waiting = LoopRig(starts: false)
    _ = waiting.renderer.pointee.commands.push(
      Command(.setControl(ControlChange(.hapticIntensityControl, to: 0.5)), player: 0, time: 40_000, serial: 2))
    waiting.run(idleSeconds: 0)
    #expect(waiting.pcm.calls == ["drop", "close"])
  }

  @Test func `a stop during a suspension closes the device immediately`() {
    let rig = LoopRig(stopAtFrame: .max, starts: false)
    rig.pcm.whileDropped = { [unowned rig] in rig.signals.stop() }
    rig.run(idleSeconds: 0.2)
    #expect(rig.pcm.seconds < 1)
    #expect(rig.pcm.calls == ["drop", "drop", "close"])
  }

  @Test func `a device lost during a suspension is reopened`() {
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

/// A manual clock on which nothing waits.
private final class SteppedClock: DeviceClock {
  private let now = Atomic<UInt64>(1_000_000_000)
  var nanoseconds: UInt64 { now.load(ordering: .relaxed) }
  func pass(seconds: Double) { now.add(UInt64(seconds * 1e9), ordering: .relaxed) }
  func wait(for event: Int32, until deadline: UInt64) -> Bool { true }
  func wait(forEither event: Int32, or other: Int32) {}
}
