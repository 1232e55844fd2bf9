import TestSupport
import Testing
import ThrumDevice
import ThrumRender

@testable import ThrumOutput

/// A loop with a write that hangs until its lease is revoked, then returns; in virtual time.
@Suite struct LeaseReturnTests {
  /// Watchdog and stand-in in one: takes the lease while a write hangs, renders, and hands over on request.
  private final class StandIn {
    let rig: LoopRig
    private var lease: RenderLease?
    /// The renderer's frame at each handover.
    private(set) var handOvers: [SampleTime] = []
    var handsOver = true

    init(_ rig: LoopRig) { self.rig = rig }

    func attach() {
      rig.pcm.whileHanging = { [unowned self] in
        lease = rig.lease.revoke()
        for _ in 0..<100 { render() }
      }
      rig.pcm.whileSleeping = { [unowned self] in render() }
    }

    private func render() {
      guard handsOver, let lease else { return }
      if lease.enter() {
        rig.renderer.pointee.renderQuantum()
        lease.leave()
      } else if lease.handOver() {
        handOvers.append(rig.renderer.pointee.now)
        self.lease = nil
      }
    }
  }

  @Test func `after a hang, the device continues with the frame after the stand-in's last one`() throws {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .hang(seconds: 2))])
    let standIn = StandIn(rig)
    standIn.attach()
    rig.run()
    let frame = Int(try #require(standIn.handOvers.first))
    // The period that hung was rendered and is not played late.
    #expect(frame == 4096 + 256 + 6400)
    let left = stride(from: 0, to: rig.pcm.accepted.count, by: 2).map { rig.pcm.accepted[$0] }
    let reference = LoopRig.reference(frames: frame + 5120)
    #expect(Array(left[..<4096]) == Array(reference[..<4096]))
    #expect(Array(left[4096..<9216]) == Array(reference[frame..<frame + 5120]))
    #expect(rig.pcm.calls.first == "prepare", "the device had an underrun while the call hung")
    #expect(rig.stalls() == [.recovered], "once")
  }

  @Test func `a device that hangs repeatedly recovers every time`() {
    let rig = LoopRig((1...5).map { FakePCM.Fault(atFrame: 1536 * $0, kind: .hang(seconds: 2)) })
    let standIn = StandIn(rig)
    standIn.attach()
    rig.run()
    #expect(standIn.handOvers.count == 5)
    #expect(rig.pcm.acceptedFrames >= 9600)
    #expect(rig.stalls() == Array(repeating: .recovered, count: 5))
  }

  @Test func `a thread exits when it is stopped while waiting for the lease`() {
    let rig = LoopRig([FakePCM.Fault(atFrame: 4096, kind: .hang(seconds: 2))])
    let standIn = StandIn(rig)
    standIn.handsOver = false
    standIn.attach()
    rig.run()
    #expect(rig.pcm.acceptedFrames == 4096)
    #expect(rig.pcm.seconds >= 30)
  }
}
