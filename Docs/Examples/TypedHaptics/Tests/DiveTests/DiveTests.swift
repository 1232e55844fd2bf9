#if canImport(ThrumTesting)
  import CoreHaptics
  import Foundation
  import Testing
  import ThrumTesting
  @testable import Dive

  @Suite(.haptics()) struct DiveTests {
    @Test func `a splash begins at once`() async throws {
      let haptics = try DiveHaptics()
      try haptics.splash()
      await HapticEnvironment.current.advance(by: 2)
      // A released engine stops.
      withExtendedLifetime(haptics) {}
      expectEvent(.hapticTransient, at: 0, within: 0.05)
    }

    @Test(arguments: Haptics.all.map(\.source)) func `an accessor plays the samples of its file`(_ source: String)
      async throws
    {
      let effect = try #require(Haptics.all.first { $0.source == source })
      let file = Haptics.folder.appendingPathComponent(source)
      let original = try CHHapticPattern(contentsOf: file)
      let made = try Haptics.pattern(effect)
      #expect(made.duration == effect.duration && original.duration == effect.duration)
      let phone = HapticEnvironment.current
      let engine = try CHHapticEngine()
      try await engine.start()
      var samples: [[Float]] = []
      for pattern in [original, made] {
        let begin = phone.now
        try engine.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
        await phone.advance(by: pattern.duration.rounded(.up) + 2)
        samples.append(HapticSamples(of: phone, from: begin).interleaved)
      }
      #expect(samples[0] == samples[1])
      // Patterns that end in silence must not pass as silence.
      #expect(samples[0].contains { abs($0) > 0.01 })
    }
  }

  extension Haptics {
    /// The patterns, as the resources of the app.
    static var folder: URL { Bundle.dive.resourceURL!.appendingPathComponent("Haptics") }

    /// The patterns here have no sounds; with sounds, `pattern(soundsIn:)` finds them in a bundle.
    static func pattern(_ effect: Effect) throws -> CHHapticPattern { try effect.pattern() }
  }
#endif
