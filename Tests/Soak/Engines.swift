import Foundation
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumRender

/// `make soak`: creates and drops thousands of engines, and checks that the process keeps nothing.
enum Engines {
  /// State of an engine when it is dropped.
  private enum End: Int, CaseIterable {
    case neverStarted, running, playing, stopped
  }

  /// Resources held by the process.
  private struct Holdings {
    var descriptors: Int
    /// Device threads. Dispatch keeps some threads for a while.
    var threads: Int
    var kilobytes: Int

    static func now() -> Holdings {
      Holdings(
        descriptors: entries("/proc/self/fd").count, threads: threads, kilobytes: ProcessFigures.now.kilobytes)
    }

    private static func entries(_ folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static var threads: Int {
      entries("/proc/self/task").count { task in
        let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
        return name?.hasPrefix("thrum") == true
      }
    }
  }

  /// Creates and drops engines in virtual time, and a tenth as many with threads in real time. Returns whether nothing
  /// remains.
  static func run(_ count: Int) async throws -> Bool {
    let isVirtualFlat = try await measure("virtual time", count, bytesAnEngine: 1024) { try liveVirtually($0) }
    // The arenas of short-lived threads make this less flat. A leaked engine would be 100 kB.
    let isRealFlat = try await measure("real time, silent output", max(1, count / 10), bytesAnEngine: 16_384) {
      try await live($0)
    }
    return isVirtualFlat && isRealFlat
  }

  private static func measure(
    _ name: String, _ count: Int, bytesAnEngine: Int, _ live: @escaping @Sendable (End) async throws -> Void
  ) async throws -> Bool {
    let clock = ContinuousClock.now
    let bare = Holdings.now()
    // Lets pools, caches and the allocator's free lists reach their size.
    guard try await repeatLives(count, live, bare) else { return false }
    let before = Holdings.now()
    guard try await repeatLives(count, live, bare) else { return false }
    let after = Holdings.now()
    let seconds = Double(Int(10 * ((ContinuousClock.now - clock) / .seconds(1)))) / 10
    let grown = after.kilobytes - before.kilobytes
    print("\(count) engines made and dropped, \(name): \(seconds) s")
    print("  descriptors \(before.descriptors) → \(after.descriptors), threads \(before.threads) → \(after.threads)")
    print("  memory \(before.kilobytes) → \(after.kilobytes) kB, \(grown * 1024 / count) bytes an engine")
    return after.descriptors <= bare.descriptors + slack && after.threads == 0
      && grown * 1024 < max(count * bytesAnEngine, 1 << 22)
  }

  /// Runs a few at a time, because a stop waits for a start in progress. Returns `false` if something remains.
  private static func repeatLives(
    _ count: Int, _ live: @escaping @Sendable (End) async throws -> Void, _ bare: Holdings
  ) async throws -> Bool {
    for first in stride(from: 0, to: count, by: 20) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in first..<min(count, first + 20) {
          group.addTask { try await live(End(rawValue: index % End.allCases.count) ?? .running) }
        }
        try await group.waitForAll()
      }
      guard await settle(bare) else { return false }
    }
    return true
  }

  /// Descriptors that Dispatch opens on demand and keeps.
  private static let slack = 8

  /// Waits for the threads of devices, which close after their engine has been released.
  private static func settle(_ bare: Holdings) async -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      let now = Holdings.now()
      if now.threads == 0, now.descriptors <= bare.descriptors + slack { return true }
      guard ContinuousClock.now < end else {
        print("left behind: descriptors \(bare.descriptors) → \(now.descriptors), device threads \(now.threads)")
        return false
      }
      await Task.yield()
    }
  }

  private static let tap = Pattern(entries: [.event(Event(type: .hapticTransient, time: 0))])

  private static var configuration: EngineConfiguration {
    var configuration = EngineConfiguration { SilentOutput() }
    configuration.request.periodFrames = 64
    configuration.settings.playerCapacity = 4
    configuration.settings.voiceCapacity = 16
    configuration.settings.commandCapacity = 64
    return configuration
  }

  private static func liveVirtually(_ end: End) throws {
    let environment = HapticEnvironment.virtual()
    let engine = try HapticEngine(configuration, in: environment)
    guard end != .neverStarted else { return }
    try engine.startAndWait()
    guard end != .running else { return environment.advance(by: 0.01) }
    let player = try engine.withEngine { try $0.makePlayer(tap) }
    try player.start()
    environment.advance(by: 0.005)
    guard end == .stopped else { return }
    engine.stop(completion: nil)
    environment.advance(by: 0.5)
  }

  private static func live(_ end: End) async throws {
    let engine = try HapticEngine(configuration, in: .realTime())
    guard end != .neverStarted else { return }
    try await engine.start()
    guard end != .running else { return }
    let player = try await engine.makePlayer(tap)
    try player.start()
    if end == .stopped { try await engine.stop() }
  }
}
