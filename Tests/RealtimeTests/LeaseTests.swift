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
    let addresses = shared.addresses
    let device = ThreadSignals()
    try startThread("lease-device") {
      Contested(addresses)?.renderAsDevice()
      device.end()
    }
    for _ in 0..<200 {
      for _ in 0..<20 { sched_yield() }
      // The watchdog: takes the lease in the middle of things and starts a stand-in that renders until it is asked.
      let lease = try #require(shared.leases[0].revoke())
      shared.leases[1] = lease
      let standIn = ThreadSignals()
      try startThread("lease-stand-in") {
        Contested(addresses)?.renderAsStandIn()
        standIn.end()
      }
      #expect(standIn.waitForEnd(seconds: 10))
    }
    shared.leases[0].end()
    #expect(device.waitForEnd(seconds: 10))
    #expect(shared.memory.pointee.collisions == 0)
    #expect(shared.memory.pointee.byDevice > 0 && shared.memory.pointee.byStandIns > 0)
    #expect(shared.memory.pointee.quanta == shared.memory.pointee.byDevice + shared.memory.pointee.byStandIns)
  }
}

/// What stands for the renderer: plain memory that only the lease protects.
private struct Contested {
  struct State {
    var isInside = false
    var quanta = 0, byDevice = 0, byStandIns = 0, collisions = 0
  }

  let memory: UnsafeMutablePointer<State>
  /// The device's first lease, and the present stand-in's.
  let leases: UnsafeMutablePointer<RenderLease>

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: State())
    leases = .allocate(capacity: 2)
    leases.initialize(repeating: RenderLease(), count: 2)
  }

  var addresses: [UInt] { [UInt(bitPattern: memory), UInt(bitPattern: leases)] }

  init?(_ addresses: [UInt]) {
    guard let memory = UnsafeMutablePointer<State>(bitPattern: addresses[0]),
      let leases = UnsafeMutablePointer<RenderLease>(bitPattern: addresses[1])
    else { return nil }
    self.memory = memory
    self.leases = leases
  }

  func deallocate() {
    leases[0].deallocate()
    leases.deallocate()
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
    let lease = leases[1]
    while lease.enter() {
      renderQuantum(\.byStandIns)
      lease.leave()
      sched_yield()
    }
    lease.handOver()
  }

  /// The device's thread: asks whenever the lease was taken, until rendering is over.
  func renderAsDevice() {
    var lease = leases[0]
    var losses = 0
    while true {
      while lease.enter() {
        renderQuantum(\.byDevice)
        lease.leave()
        sched_yield()
      }
      // Now it is back at once, now the stand-in has had time to begin.
      losses += 1
      for _ in 0..<(losses % 2 * 200) { sched_yield() }
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
