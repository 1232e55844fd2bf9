// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
import Foundation

/// Two taps, with each way that apps wait between them. This is the code under test: `PacingTests` advance virtual
/// time and do not wait.
extension HapticEngine {
  public func doubleTap(on queue: DispatchQueue) {
    tap(0.5)
    queue.asyncAfter(deadline: .now() + 0.15) { self.tap(1) }
  }

  public func doubleTap() async throws {
    tap(0.5)
    try await Task.sleep(nanoseconds: 150_000_000)
    tap(1)
  }

  @MainActor public func heartbeat(_ count: Int) -> Task<Void, any Error> {
    Task {
      for _ in 0..<count {
        tap(0.5)
        try await Task.sleep(for: .seconds(0.1))
        tap(1)
        try await Task.sleep(for: .seconds(0.9))
      }
    }
  }

  /// In a task that inherits nothing from its caller.
  public func tapTwiceDetached() {
    Task.detached {
      for strength: Float in [0.5, 1] {
        try await Task.sleep(for: .seconds(0.5))
        self.tap(strength)
      }
    }
  }

  @MainActor public func pulse(every seconds: Double) -> Timer {
    let timer = Timer(timeInterval: seconds, repeats: true) { _ in HapticEngine.shared.tap(1) }
    RunLoop.main.add(timer, forMode: .common)
    return timer
  }

  public func rattle(every seconds: Double) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.setEventHandler { HapticEngine.shared.tap(0.5) }
    source.schedule(deadline: .now(), repeating: seconds)
    source.resume()
    return source
  }

  public func countdown(from count: Int) {
    guard count > 0 else { return }
    tap(1)
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + 1) { self.countdown(from: count - 1) }
  }
}
