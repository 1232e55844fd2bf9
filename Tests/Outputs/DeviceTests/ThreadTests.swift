import CLinux
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumRender
import ThrumSystem
import ThrumTime

@testable import ThrumEngine

/// Rings, the lease and engine entry between two threads that really run at once. `make sanitize` runs them repeatedly
/// under ThreadSanitizer.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct ThreadTests {
  @Test func `another thread never sees part of a batch`() throws {
    let batches: UInt64 = 4_000
    let box = RingBox(capacity: 64)
    let signals = ThreadSignals()
    try startThread("ring-producer") { [box] in
      var batch: UInt64 = 0
      while batch < batches {
        let commands = (0..<5).map { Command(.start(), player: $0, serial: 5 * batch + UInt64($0) + 1) }
        if box.push(contentsOf: commands) { batch += 1 }
      }
      signals.end()
    }
    var expected: UInt64 = 1
    var parts = 0
    while expected <= 5 * batches {
      guard let first = box.pop() else { continue }
      if first.serial != expected { parts += 1 }
      for place: UInt64 in 1..<5 where box.pop()?.serial != expected + place { parts += 1 }
      expected += 5
    }
    #expect(parts == 0)
    #expect(signals.waitForEnd(seconds: 1e9))
  }

  @Test func `between two threads, no commands are lost and no torn values are seen`() throws {
    let count: UInt64 = 200_000
    let box = RingBox(capacity: 64)
    let signals = ThreadSignals()
    try startThread("ring-producer") { [box] in
      var serial: UInt64 = 1
      while serial <= count {
        let sent = Command(
          .setRate(Double(serial)), player: Int(serial % 64), time: SampleTime(serial), serial: serial)
        if box.push(sent) { serial += 1 }
      }
      signals.end()
    }
    var expected: UInt64 = 1
    var torn = 0
    while expected <= count {
      guard let command = box.pop() else { continue }
      let isWhole =
        command.serial == expected && command.time == SampleTime(expected) && isRate(command, Double(expected))
        && command.player == Int32(expected % 64)
      if !isWhole { torn += 1 }
      expected += 1
    }
    #expect(torn == 0)
    #expect(signals.waitForEnd(seconds: 1e9))
  }

  @Test func `during many revocations, only one thread renders at a time, and no quantum is lost`() throws {
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
      // Acts as the watchdog: revokes the lease at any point and starts a stand-in that renders until asked to hand
      // over.
      let lease = try #require(shared.leases[0].revoke())
      shared.leases[1] = lease
      let standIn = ThreadSignals()
      try startThread("lease-stand-in") {
        Contested(addresses)?.renderAsStandIn()
        standIn.end()
      }
      #expect(standIn.waitForEnd(seconds: 1e9))
    }
    shared.progress.pointee.isOver.store(true, ordering: .releasing)
    shared.leases[0].end()
    #expect(device.waitForEnd(seconds: 1e9))
    #expect(shared.memory.pointee.collisions == 0)
    #expect(shared.memory.pointee.byDevice > 0 && shared.memory.pointee.byStandIns > 0)
    #expect(shared.memory.pointee.quanta == shared.memory.pointee.byDevice + shared.memory.pointee.byStandIns)
  }

  @Test func `checking whether threads can be created does not wait for other threads`() throws {
    let end = DispatchSemaphore(value: 0)
    let starter = ThreadSignals()
    try startThread("starter") {
      // They run until the test ends, so they may start at any point of a trial.
      for _ in 0..<50 { try? startThread("stays") { end.wait() } }
      starter.end()
    }
    var trials = 0
    while !starter.hasEnded || trials < 20 {
      #expect(thrum_threads_try(4) == 0)
      trials += 1
    }
    for _ in 0..<50 { end.signal() }
  }

  @Test func `two threads that enter each other's engine both run, one at a time`() throws {
    for _ in 0..<200 {
      let executors = [QueueExecutor(label: "first"), QueueExecutor(label: "second")]
      let meeting = Meeting()
      let signals = [ThreadSignals(), ThreadSignals()]
      for (own, other) in [(0, 1), (1, 0)] {
        try startThread("crossing") {
          executors[own].run {
            meeting.waitForBoth()
            executors[other].run { meeting.visit() }
          }
          signals[own].end()
        }
      }
      try #require(signals.allSatisfy { $0.waitForEnd(seconds: 60) }, "the two wait for each other")
      #expect(meeting.visitCount == 2)
    }
  }
}

/// A barrier for two threads.
private final class Meeting: Sendable {
  private let arrived = Atomic<Int>(0)
  private let visits = Mutex(0)

  func waitForBoth() {
    arrived.add(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
  }

  func visit() { visits.withLock { $0 += 1 } }
  var visitCount: Int { visits.withLock { $0 } }
}

/// Stands in for the renderer: plain memory protected only by the lease.
private struct Contested {
  struct State {
    var isInside = false
    var quanta = 0, byDevice = 0, byStandIns = 0, collisions = 0
  }
  struct Progress: ~Copyable {
    /// Quanta of all stand-ins, readable without the lease.
    let byStandIns = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
  }

  let memory: UnsafeMutablePointer<State>
  /// The device's first lease and the current stand-in's.
  let leases: UnsafeMutablePointer<RenderLease>
  let progress: UnsafeMutablePointer<Progress>

  init() {
    memory = .allocate(capacity: 1)
    memory.initialize(to: State())
    leases = .allocate(capacity: 2)
    leases.initialize(repeating: RenderLease(), count: 2)
    progress = .allocate(capacity: 1)
    progress.initialize(to: Progress())
  }

  var addresses: [UInt] { [UInt(bitPattern: memory), UInt(bitPattern: leases), UInt(bitPattern: progress)] }

  init?(_ addresses: [UInt]) {
    guard let memory = UnsafeMutablePointer<State>(bitPattern: addresses[0]),
      let leases = UnsafeMutablePointer<RenderLease>(bitPattern: addresses[1]),
      let progress = UnsafeMutablePointer<Progress>(bitPattern: addresses[2])
    else { return nil }
    self.memory = memory
    self.leases = leases
    self.progress = progress
  }

  func deallocate() {
    leases[0].deallocate()
    leases.deallocate()
    memory.deallocate()
    progress.deinitialize(count: 1)
    progress.deallocate()
  }

  /// Counts a quantum while holding the lease.
  private func renderQuantum(_ count: WritableKeyPath<State, Int>) {
    if memory.pointee.isInside { memory.pointee.collisions += 1 }
    memory.pointee.isInside = true
    memory.pointee.quanta += 1
    memory.pointee[keyPath: count] += 1
    memory.pointee.isInside = false
  }

  /// Renders as the stand-in until asked to hand over.
  func renderAsStandIn() {
    let lease = leases[1]
    while lease.enter() {
      renderQuantum(\.byStandIns)
      lease.leave()
      progress.pointee.byStandIns.add(1, ordering: .releasing)
      sched_yield()
    }
    lease.handOver()
  }

  /// Renders as the device's thread: asks for the lease whenever it was revoked, until rendering ends.
  func renderAsDevice() {
    var lease = leases[0]
    var losses = 0
    while true {
      let before = progress.pointee.byStandIns.load(ordering: .acquiring)
      while lease.enter() {
        renderQuantum(\.byDevice)
        lease.leave()
        sched_yield()
      }
      losses += 1
      if losses % 2 == 0 { waitForStandIn(after: before) }
      switch lease.ask() {
      case .granted(let next): lease = next
      case .waiting: while !isAnswered(&lease) { sched_yield() }
      case .over: return
      }
      if progress.pointee.isOver.load(ordering: .acquiring), !lease.isHeld { return }
    }
  }

  /// Waits until the stand-in has rendered, however late it starts. No stand-in starts after the end.
  private func waitForStandIn(after count: Int) {
    while progress.pointee.byStandIns.load(ordering: .acquiring) == count,
      !progress.pointee.isOver.load(ordering: .acquiring)
    { sched_yield() }
  }

  /// Asks again. Returns whether the lease was granted or rendering has ended.
  private func isAnswered(_ lease: inout RenderLease) -> Bool {
    switch lease.ask() {
    case .granted(let next): lease = next
    case .waiting: return false
    case .over: break
    }
    return true
  }
}

extension RenderLease.Answer {
  fileprivate var granted: RenderLease? { if case .granted(let lease) = self { lease } else { nil } }
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
  fileprivate var isOver: Bool { if case .over = self { true } else { false } }
}

/// A ring between a producer and a consumer thread.
///
/// Safety: only the ring's address is shared; each end is used by one thread.
private final class RingBox: Sendable {
  private let address: UInt

  init(capacity: Int) {
    let place = UnsafeMutablePointer<Ring<Command>>.allocate(capacity: 1)
    place.initialize(to: Ring(capacity: capacity))
    address = UInt(bitPattern: place)
  }

  deinit {
    ring?.pointee.consumer.deallocate()
    ring?.deallocate()
  }

  private var ring: UnsafeMutablePointer<Ring<Command>>? { UnsafeMutablePointer(bitPattern: address) }

  func push(_ command: Command) -> Bool { ring?.pointee.producer.push(command) ?? false }
  func push(contentsOf commands: [Command]) -> Bool { ring?.pointee.producer.push(contentsOf: commands) ?? false }
  func pop() -> Command? { ring?.pointee.consumer.pop() }
}

private func isRate(_ command: Command, _ rate: Double) -> Bool {
  if case .setRate(rate) = command.action { true } else { false }
}
