import ThrumEngine
import ThrumPattern

/// A script of calls, times, faults and expectations for an engine. `Docs/Scenarios` documents the text format.
package struct Scenario: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    package var number: Int
    package var statement: Statement
  }

  package var lines: [Line]
  package var profile: HardwareProfile

  package init(_ lines: [Line] = [], profile: HardwareProfile = .phone) {
    self.lines = lines
    self.profile = profile
  }

  package enum Statement: Equatable, Sendable {
    case makeEngine
    case useEngine(Int)
    case dropEngine
    case start, stop, startLater
    case set(Switch, Bool)
    case notify(HapticEngine.FinishedAction)
    case on(HandlerKind, Reaction)
    case pattern(String, PatternSource)
    /// `nil` means the next free number.
    case makePlayer(Int?, pattern: String, isAdvanced: Bool)
    case player(Int, PlayerOrder)
    /// Starts players together, from an offset in seconds.
    case players([Int], Moment, offset: Double)
    case play(String)
    case registerSound(String)
    case unregisterSound(Int)
    case advance(by: Double)
    case advanceTo(Double)
    case settle, runUntilIdle
    case fault(Fault)
    case faultAt(Double, Fault)
    case faultAfter(Double, Fault)
    case expect(Expectation)
  }

  package enum Switch: String, CaseIterable, Sendable {
    case autoShutdown = "auto shutdown"
    case hapticsOnly = "haptics only"
    case audioOnly = "audio only"
    case muteHaptics = "mute haptics"
    case muteAudio = "mute audio"
  }

  /// Reaction of the simulated app's handlers.
  package enum Reaction: String, CaseIterable, Sendable {
    case nothing
    case start
  }

  package enum PatternSource: Equatable, Sendable {
    /// A path relative to the scenario's folder.
    case file(String)
    case events([Event])
  }

  package enum Moment: Equatable, Sendable {
    case now
    /// Seconds from now; may be negative.
    case after(Double)
    /// Seconds since the environment was created.
    case at(Double)
    /// A number passed to the engine unchanged.
    case raw(Double)
  }

  package enum PlayerOrder: Equatable, Sendable {
    case start(Moment)
    case stop(Moment)
    case pause(Moment)
    case resume(Moment)
    case cancel, drop
    case seek(Double)
    case loop(Bool)
    case loopEnd(Double)
    case rate(Double)
    case mute(Bool)
    case send(DynamicParameterID, Double, Moment)
    case curve(DynamicParameterID, [Point], Moment)

    package struct Point: Equatable, Sendable {
      /// Seconds from the start of the curve.
      package var time: Double
      package var value: Double
    }
  }

  package enum Expectation: Equatable, Sendable {
    case state(EngineState)
    /// Result of the last call; `nil` means success.
    case answer(EngineError.Code?)
    case player(Int, isActive: Bool)
    /// A handler call, with this detail, since the last expectation about handlers.
    case handler(HandlerKind, String?)
    /// No handler call since the last expectation about handlers.
    case noHandler
    case events(Int)
    case engines(Int)
  }
}
