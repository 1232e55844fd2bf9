import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumRender

/// The places from which a host pulls, without an engine.
@Suite struct PullPortTests {
  /// A renderer for a port.
  private struct Scene {
    let renderer = Renderer.allocate(RenderSettings())
    let lease = RenderLease()
    var feed: RenderFeed { RenderFeed(renderer, lease: lease, noticeDescriptor: -1) }

    func free() {
      lease.deallocate()
      Renderer.free(renderer)
    }
  }

  private func pull(_ port: PullPort) -> Int {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 128) { buffer in
      buffer.baseAddress.map { port.pull(into: $0, frames: 64) } ?? -1
    }
  }

  @Test func `a port is found by its key until it is released`() throws {
    let key: UInt64 = 1 << 60 | 2
    #expect(PullPort.find(key) == nil)
    let port = try #require(PullPort.claim(key))
    #expect(PullPort.find(key) != nil)
    #expect(PullPort.find(0) == nil && PullPort.find(.max) == nil)
    port.release()
    #expect(PullPort.find(key) == nil)
  }

  @Test func `only an open port renders, and only its owner closes it`() throws {
    let scene = Scene()
    defer { scene.free() }
    let port = try #require(PullPort.claim(1 << 60 | 4))
    #expect(pull(port) == 0)
    #expect(port.open(scene.feed, at: 0))
    #expect(!port.open(scene.feed, at: 0), "it is open")
    #expect(pull(port) == 64)
    port.close()
    #expect(port.isVacant && pull(port) == 0)
    #expect(port.open(scene.feed, at: 0) && pull(port) == 64)
    port.release()
    #expect(pull(port) == 0)
    #expect(!port.open(scene.feed, at: 0), "it is somebody else's")
  }

  @Test func `a host that comes back gets the renderer from the stand-in, and tells the engine`() throws {
    let scene = Scene()
    defer { scene.free() }
    let port = try #require(PullPort.claim(1 << 60 | 6))
    defer { port.release() }
    #expect(port.open(scene.feed, at: 0))
    #expect(pull(port) == 64)
    let standIn = try #require(scene.lease.revoke())
    #expect(pull(port) == 0, "the stand-in has not handed over")
    #expect(!standIn.enter() && standIn.handOver())
    #expect(pull(port) == 64)
    var isTold = false
    while let notice = scene.renderer.pointee.notices.pop() {
      if case .device(.recovered) = notice.fact { isTold = true }
    }
    #expect(isTold)
  }

  @Test func `a pull is seen by the watchdog`() throws {
    let scene = Scene()
    defer { scene.free() }
    let port = try #require(PullPort.claim(1 << 60 | 8))
    defer { port.release() }
    #expect(port.open(scene.feed, at: 17) && port.lastPull == 17)
    #expect(pull(port) == 64)
    #expect(port.lastPull > 17)
    port.close()
    let before = port.lastPull
    #expect(pull(port) == 0 && port.lastPull == before)
  }
}
