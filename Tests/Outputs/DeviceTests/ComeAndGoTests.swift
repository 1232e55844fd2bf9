import Foundation
import TestSupport
import Testing
import ThrumEngine
import ThrumPattern

/// Many engines started and released at once, on the process's own clock. Real time, because their threads are
/// counted.
@Suite(.enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage))) struct ComeAndGoTests {
  /// Number of rendering threads in the process.
  private func renderingThreads() throws -> Int {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    // A thread may end during the listing.
    let names = tasks.map { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? "" }
    return names.count { $0.hasPrefix("thrum-paced") }
  }

  private func comeAndGo(_ index: Int, _ environment: HapticEnvironment) async throws {
    let engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: environment)
    await engine.setStoppedHandler { _ in }
    if index % 5 == 4 { return engine.start { _ in } }
    // On a busy machine twenty openings at once may exceed the start timeout; such an engine has come and gone, too.
    guard (try? await engine.start()) != nil else { return }
    let player = try await engine.makePlayer(.buzz(5))
    player.setCompletionHandler { _ in }
    try player.start()
    try await engine.playPattern(.tap)
    switch index % 5 {
    case 0: return
    case 1: try await engine.stop()
    case 2: engine.stop { _ in }
    default:
      engine.stop { _ in }
      _ = try? await engine.start()
    }
  }

  @Test func `no engine or rendering thread remains after many starts and stops`() async throws {
    let environment = HapticEnvironment.realTime()
    func round(_ count: Int) async throws {
      for begin in stride(from: 0, to: count, by: 20) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for index in begin..<begin + 20 { group.addTask { try await comeAndGo(index, environment) } }
          try await group.waitForAll()
        }
      }
      while environment.livingEngineCount > 0 { await Task.yield() }
    }
    try await round(100)
    while try renderingThreads() > 0 { await Task.yield() }
  }
}
