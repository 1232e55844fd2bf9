import Glibc
import HapticRender
import Testing

/// Who may render; `make sanitize` runs these under ThreadSanitizer, many times.
@Suite struct LeaseTests {
  @Test func `after a revocation only the stand-in enters`() throws {
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

  @Test func `the stand-in hands over when it is asked, and not before`() throws {
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

  @Test func `a thread that still has its lease gets it when it asks`() throws {
    let device = RenderLease()
    defer { device.deallocate() }
    let same = try #require(device.ask().granted)
    #expect(same.enter())
    same.leave()
  }

  @Test func `after the end nobody enters and nobody is given anything`() throws {
    let device = RenderLease()
    defer { device.deallocate() }
    let standIn = try #require(device.revoke())
    #expect(device.ask().isWaiting)
    standIn.end()
    #expect(device.ask().isOver)
    #expect(!device.enter() && !standIn.enter() && !standIn.handOver())
    #expect(device.revoke() == nil)
  }

  @Test func `through many revocations and returns one thread renders at a time and no quantum is lost`() throws {
    let shared = Contested()
    defer { shared.deallocate() }
    let returns = 200
    let address = UInt(bitPattern: shared.memory)
    let device = ThreadSignals()
    try startThread("lease-device") {
      if let shared = Contested(address: address) { shared.renderAsDevice() }
      device.end()
    }
    for _ in 0..<returns {
      // The watchdog: takes the lease in the middle of things and starts a stand-in that renders until it is asked.
      let lease = try #require(shared.memory.pointee.lease.revoke())
      shared.memory.pointee.standIn = lease
      let standIn = ThreadSignals()
      try startThread("lease-stand-in") {
        if let shared = Contested(address: address) { shared.renderAsStandIn() }
        standIn.end()
      }
      #expect(standIn.waitForEnd(seconds: 10))
    }
    shared.memory.pointee.lease.end()
    #expect(device.waitForEnd(seconds: 10))
    #expect(shared.memory.pointee.collisions == 0)
    #expect(shared.memory.pointee.quanta == shared.memory.pointee.byDevice + shared.memory.pointee.byStandIns)
  }
}

/// What stands for the renderer: plain memory that only the lease protects.
private struct Contested {
  struct State {
    let lease = RenderLease()
    var standIn: RenderLease?
    var isInside = false
    var quanta = 0, byDevice = 0, byStandIns = 0, collisions = 0
  }

  let memory: UnsafeMutablePointer<State>

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: State())
  }

  init?(address: UInt) {
    guard let memory = UnsafeMutablePointer<State>(bitPattern: address) else { return nil }
    self.memory = memory
  }

  func deallocate() {
    memory.pointee.lease.deallocate()
    memory.deallocate()
  }

  /// A quantum inside the lease.
  private func renderQuantum(_ count: WritableKeyPath<State, Int>) {
    if memory.pointee.isInside { memory.pointee.collisions += 1 }
    memory.pointee.isInside = true
    memory.pointee.quanta += 1
    memory.pointee[keyPath: count] += 1
    memory.pointee.isInside = false
  }

  /// The stand-in: until it is asked.
  func renderAsStandIn() {
    guard let lease = memory.pointee.standIn else { return }
    while lease.enter() {
      renderQuantum(\.byStandIns)
      lease.leave()
    }
    lease.handOver()
  }

  /// The device's thread: asks whenever the lease was taken, until rendering is over.
  func renderAsDevice() {
    var lease = memory.pointee.lease
    while true {
      while lease.enter() {
        renderQuantum(\.byDevice)
        lease.leave()
      }
      switch lease.ask() {
      case .granted(let next): lease = next
      case .waiting: sched_yield()
      case .over: return
      }
    }
  }
}

extension RenderLease.Answer {
  fileprivate var granted: RenderLease? { if case .granted(let lease) = self { lease } else { nil } }
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
  fileprivate var isOver: Bool { if case .over = self { true } else { false } }
}
