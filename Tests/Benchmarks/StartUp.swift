import CoreHaptics

/// The work of an app's first haptic test, in a separate process: `Benchmarks --start-up`.
enum StartUp {
  static func run() throws {
    let engine = try CHHapticEngine()
    try engine.start()
    let event = CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0)
    let player = try engine.makePlayer(with: CHHapticPattern(events: [event], parameters: []))
    try player.start(atTime: 0)
    engine.stop(completionHandler: nil)
  }
}
