// Structured concurrency: awaited starts, an actor, a view model without SwiftUI.
import CoreHaptics
import Foundation

@MainActor
final class TimerViewModel {
  private let engine: CHHapticEngine?
  private var task: Task<Void, Never>?
  private(set) var message = ""

  init() { engine = try? CHHapticEngine() }

  func prepare() async {
    do {
      try await engine?.start()
      message = "ready"
    } catch {
      message = (error as NSError).domain
    }
  }

  func run() {
    task = Task { @MainActor in
      for _ in 0..<3 { await pulse() }
      do { try await engine?.stop() } catch { message = error.localizedDescription }
    }
  }

  private func pulse() async {
    guard let engine else { return }
    do {
      let events = (0..<2).map { index in
        CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: TimeInterval(index) * 0.1)
      }
      let player = try engine.makePlayer(with: try CHHapticPattern(events: events, parameters: []))
      try player.start(atTime: engine.currentTime)
    } catch let error as CHHapticError {
      switch error.code {
      case .engineNotRunning, .serverInterrupted: message = "again"
      case CHHapticError.Code.notSupported: message = "never"
      default: message = "\(error.errorCode)"
      }
    } catch {
      message = "\(error)"
    }
  }
}

actor HapticsActor {
  private var engine: CHHapticEngine?
  private var isStarted = false

  func start() async throws {
    let engine = try self.engine ?? CHHapticEngine()
    self.engine = engine
    try await engine.start()
    isStarted = true
  }

  func play(_ dictionary: [CHHapticPattern.Key: Any]) throws {
    let pattern = try CHHapticPattern(dictionary: dictionary)
    try engine?.makePlayer(with: pattern).start(atTime: 0)
  }

  func tick() throws {
    try play([
      .pattern: [
        [
          CHHapticPattern.Key.event: [
            CHHapticPattern.Key.eventType: CHHapticEvent.EventType.hapticTransient,
            CHHapticPattern.Key.time: 0.0,
            CHHapticPattern.Key.eventParameters: [
              [
                CHHapticPattern.Key.parameterID: CHHapticEvent.ParameterID.hapticIntensity,
                CHHapticPattern.Key.parameterValue: 1.0,
              ]
            ],
          ] as [CHHapticPattern.Key: Any]
        ]
      ]
    ])
  }
}
