import Glibc
import TestSupport
import Testing
import ThrumDevice
import ThrumRender

@testable import ThrumOutput

/// The recovery policy, each case with a fake device in virtual time.
@Suite struct PCMLoopTests {
  private func left(_ rig: LoopRig) -> [Float] {
    stride(from: 0, to: rig.pcm.accepted.count, by: 2).map { rig.pcm.accepted[$0] }
  }

  @Test func `a healthy device receives every frame once and ends in silence`() {
    let rig = LoopRig()
    rig.run()
    let heard = left(rig)
    #expect(heard.count > 9600)
    #expect(Array(heard[..<9600]) == LoopRig.reference(frames: 9600))
    #expect(heard.suffix(64).allSatisfy { abs($0) < 1e-4 })
    // After the stop, at most 20 ms of fade follow the frames already in the buffer.
    #expect(heard.count - 9600 <= 960 + 256)
    #expect(rig.pcm.calls == ["drop", "close"])
    #expect(!rig.notices().contains(.underrun))
  }

  @Test func `the device's delay is passed to the renderer`() {
    let rig = LoopRig()
    #expect(rig.renderer.pointee.controls.status.delayFrames == 0)
    rig.run()
    #expect((1...rig.pcm.format.bufferFrames).contains(rig.renderer.pointee.controls.status.delayFrames))
  }

  @Test func `the fade has no step larger than those in the sound itself`() {
    let rig = LoopRig()
    rig.run()
    let heard = left(rig)
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    let usual = steps[2000..<9000].max() ?? 0
    #expect(usual > 0)
    #expect((steps[9000...].max() ?? 0) <= usual * 1.2)
  }

  @Test func `after an underrun, the device is prepared and continues with the next frame`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .underrun)])
    rig.run()
    #expect(rig.report.underrunCount == 1)
    #expect(rig.notices().filter { $0 == .underrun }.count == 1)
    #expect(rig.pcm.calls.first == "prepare")
    #expect(Array(left(rig)[..<9600]) == LoopRig.reference(frames: 9600))
  }

  @Test func `a write that is interrupted or would block is retried`() {
    for error in [EAGAIN, EINTR] {
      let rig = LoopRig([FakePCM.Fault(atFrame: 2048, kind: .passing(error: Int(error)))])
      rig.run()
      #expect(Array(left(rig)[..<9600]) == LoopRig.reference(frames: 9600))
      #expect(rig.pcm.calls == ["drop", "close"])
    }
  }

  @Test func `a short write loses no frames`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 2048, kind: .shortWrite)])
    rig.run()
    #expect(Array(left(rig)[..<9600]) == LoopRig.reference(frames: 9600))
  }

  @Test func `resuming a suspended device is retried as long as it fails with EAGAIN`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .suspend(resume: [-Int(EAGAIN), -Int(EAGAIN)]))])
    rig.run()
    #expect(rig.pcm.calls.prefix(3) == ["resume", "resume", "resume"])
    #expect(!rig.pcm.calls.contains("prepare"))
  }

  @Test func `a device that cannot resume is prepared again`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .suspend(resume: [-Int(ENOSYS)]))])
    rig.run()
    #expect(rig.pcm.calls.prefix(3) == ["resume", "drop", "prepare"])
  }

  @Test func `a device that only claims to have resumed is prepared again`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .stubbornSuspend)])
    rig.run()
    #expect(rig.pcm.calls.prefix(3) == ["resume", "drop", "prepare"])
    #expect(rig.pcm.acceptedFrames >= 9600)
  }

  @Test func `a poll error is handled according to the device's state`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .pollError)])
    rig.run()
    #expect(rig.report.underrunCount == 1)
    #expect(rig.pcm.calls.first == "prepare")
  }

  @Test(arguments: [ENODEV, EIO, EBADFD]) func `a lost device is reopened and continues at the current time`(
    _ error: Int32
  ) {
    let rig = LoopRig(
      [FakePCM.Fault(atFrame: 4096, kind: .gone(error: Int(error), openings: 3))], stopAtFrame: 9600)
    rig.run()
    #expect(rig.report.reopeningCount == 1)
    #expect(rig.pcm.calls.filter { $0 == "open" }.count == 4)
    // 50 + 100 + 200 + 400 ms away; frames rendered meanwhile are neither played nor delayed.
    let heard = left(rig)
    let reference = LoopRig.reference(frames: 60_000)
    let resumed = Array(heard[6000..<9000])
    let away = Int(0.75 * 48_000)
    let offset = (away - 2048..<away + 4096).first { shift in
      Array(reference[(6000 + shift)..<(9000 + shift)]) == resumed
    }
    #expect(offset != nil, "after the gap the sound must be where the clock says")
  }

  @Test func `a server that reports endless underruns counts as lost`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .underrunForEver)])
    rig.run()
    #expect(rig.report.reopeningCount == 1)
    #expect(rig.report.underrunCount <= 4)
  }

  @Test func `a device that never comes back is reported as lost only once, and time advances`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .gone(error: Int(ENODEV), openings: 1_000_000))])
    rig.pcm.stopAtSeconds = 20
    rig.run()
    let kinds = rig.notices()
    #expect(kinds.filter { $0 == .deviceLost }.count == 1)
    #expect(abs(Double(rig.renderer.pointee.now) / 48_000 - 20) < 0.2, "time must have gone on")
  }

  @Test func `a device that accepts no frames for two seconds is reported as stalled, then as recovered`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .freeze(seconds: 2))])
    rig.run()
    #expect(rig.stalls() == [.stalled, .recovered])
    #expect(!rig.pcm.calls.contains("open"))
    #expect(Double(rig.renderer.pointee.now) / 48_000 > 1.7)
  }

  @Test func `a device that stalls for ten seconds is reopened`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .freeze(seconds: 12))])
    rig.run()
    #expect(rig.report.reopeningCount == 1)
  }

  @Test func `a device that runs but accepts no frames after an underrun is reopened within a second`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .underrunAndStandstill)], stopAtFrame: 48_000)
    rig.run()
    #expect(rig.pcm.calls.contains("open"))
    #expect(rig.pcm.seconds < 2.2)
    #expect(rig.stalls() == [.stalled, .recovered])
  }

  @Test func `a device that freezes after each reopening is reopened every ten seconds and still counts as stalled`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .freeze(seconds: 1000))])
    rig.pcm.stopAtSeconds = 60
    rig.run()
    #expect(rig.report.reopeningCount == 5, "every ten seconds")
    #expect(rig.stalls() == [.stalled], "it has not moved since")
  }

  @Test(arguments: [0.5, 25, 33])
  func `time spent in a close call that hangs does not count as a stall`(
    _ seconds: Double
  ) {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .freeze(seconds: 10.3 + seconds))], stopAtFrame: 96_000)
    rig.pcm.closeSeconds = [seconds]
    rig.pcm.stopAtSeconds = 60
    rig.run()
    #expect(rig.report.reopeningCount == 1)
    #expect(rig.stalls() == [.stalled, .recovered])
    #expect(rig.pcm.acceptedFrames >= 96_000)
  }

  @Test func `a device that has room but accepts no frames is abandoned after ten seconds`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .refuse)])
    rig.pcm.stopAtSeconds = 30
    var goneAt = 0.0
    rig.pcm.whileSleeping = { [unowned rig] in
      if goneAt == 0, rig.notices().contains(.deviceLost) { goneAt = rig.pcm.seconds }
    }
    rig.run()
    #expect(goneAt > 10 && goneAt < 11)
  }

  @Test func `a lost device is not reopened while another device is being opened, and time advances`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .gone(error: Int(ENODEV), openings: 0))])
    rig.pcm.stopAtSeconds = 5
    rig.openLock.attempt { rig.run() }
    #expect(!rig.pcm.calls.contains("open"))
    #expect(abs(Double(rig.renderer.pointee.now) / 48_000 - 5) < 0.2)
    // Waiting for the other opening ends in time to notify the engine.
    let late = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .gone(error: Int(ENODEV), openings: 0))])
    late.pcm.stopAtSeconds = 12
    late.openLock.attempt { late.run() }
    #expect(late.notices().contains(.deviceLost))
  }

  @Test func `a device that accepts all frames immediately is paced by the clock`() {
    let rig = LoopRig(stopAtFrame: 480_000)
    rig.pcm.isUnpaced = true
    rig.run()
    // Ahead by the buffer and a period, and never by more than the tenth of a second needed to detect it.
    #expect(abs(rig.pcm.seconds - 10) < 0.15)
    #expect(rig.pcm.sleeps < 480_000 / 256 + 100)
    #expect(Array(left(rig)[..<480_000]) == LoopRig.reference(frames: 480_000))
    #expect(!rig.notices().contains(.stalled))
  }

  @Test func `a device with its own clock is not paced`() {
    let rig = LoopRig(
      [.init(atFrame: 4096, kind: .underrun), .init(atFrame: 9600, kind: .freeze(seconds: 0.2))],
      stopAtFrame: 96_000)
    rig.run()
    #expect(rig.pcm.sleeps < 8, "it sleeps at the end only, to wait out the delay")
  }

  @Test func `a thread whose lease has ended exits without touching the renderer`() {
    let rig = LoopRig()
    rig.lease.end()
    rig.run()
    #expect(rig.pcm.acceptedFrames == 0)
    #expect(rig.renderer.pointee.now == 0)
  }
}
