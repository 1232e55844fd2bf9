import Testing
import ThrumDevice
import ThrumRender

/// The render lease on a single thread; `ThreadTests` has several.
@Suite struct LeaseTests {
  @Test func `a revoked lease admits only the stand-in`() throws {
    let device = RenderLease()
    defer { device.deallocate() }
    #expect(device.enter())
    device.leave()
    let standIn = try #require(device.revoke())
    #expect(!device.enter())
    #expect(!device.isHeld)
    #expect(standIn.enter())
    standIn.leave()
    #expect(device.revoke() == nil, "what is gone cannot be given away again")
  }

  @Test func `the stand-in hands over the lease only on request and between quanta`() throws {
    let device = RenderLease()
    defer { device.deallocate() }
    let standIn = try #require(device.revoke())
    #expect(!standIn.handOver())
    #expect(standIn.enter())
    #expect(device.ask().isWaiting)
    #expect(!standIn.handOver(), "not in the middle of a quantum")
    standIn.leave()
    #expect(!standIn.enter(), "nobody begins a quantum while the lease is wanted")
    #expect(device.ask().isWaiting)
    #expect(standIn.handOver())
    let again = try #require(device.ask().granted)
    #expect(again.enter())
    again.leave()
    #expect(!device.enter() && !standIn.enter() && !standIn.handOver())
  }

  @Test func `a thread that requests the lease while holding it keeps it`() throws {
    let device = RenderLease()
    defer { device.deallocate() }
    let same = try #require(device.ask().granted)
    #expect(same.enter())
    same.leave()
  }

  @Test func `once the lease has ended, no thread enters and no lease is granted`() throws {
    let device = RenderLease()
    defer { device.deallocate() }
    let standIn = try #require(device.revoke())
    #expect(device.ask().isWaiting)
    standIn.end()
    #expect(device.ask().isOver)
    #expect(!device.enter() && !standIn.enter() && !standIn.handOver())
    #expect(device.revoke() == nil)
  }
}

extension RenderLease.Answer {
  fileprivate var granted: RenderLease? { if case .granted(let lease) = self { lease } else { nil } }
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
  fileprivate var isOver: Bool { if case .over = self { true } else { false } }
}
