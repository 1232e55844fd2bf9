import ThrumEngine
import ThrumPattern

/// A script of calls, times, faults and expectations: an engine's life without writing Swift. The text format is
/// documented in `Docs/Scenarios`.
package struct Scenario: Equatable, Sendable {
  /// A line that does something.
  package struct Line: Equatable, Sendable {
    /// Line in the text, from 1.
    package var number: Int
    /// What it does.
    package var statement: Statement
  }

  /// What happens, in order.
  package var lines: [Line]
  /// What the device can do.
  package var profile: HardwareProfile

  /// Makes a scenario.
  package init(_ lines: [Line] = [], profile: HardwareProfile = .phone) {
    self.lines = lines
    self.profile = profile
  }

  /// The kinds of things that a line does.
  package enum Statement: Equatable, Sendable {
    case makeEngine
    case useEngine(Int)
    case dropEngine
    case start, stop, startLater
    case set(Switch, Bool)
    case notify(HapticEngine.FinishedAction)
    case on(HandlerKind, Reaction)
    case pattern(String, PatternSource)
    /// A player of a number; `nil` is the next free one.
    case makePlayer(Int?, pattern: String, isAdvanced: Bool)
    case player(Int, PlayerOrder)
    /// Players that begin together, an offset inside their patterns, s.
    case players([Int], Moment, offset: Double)
    case play(String)
    case registerSound(String)
    case unregisterSound(Int)
    case advance(by: Double), advanceTo(Double)
    case settle, runUntilIdle
    case fault(Fault)
    case faultAt(Double, Fault), faultAfter(Double, Fault)
    case expect(Expectation)
  }

  /// The engine's switches.
  package enum Switch: String, CaseIterable, Sendable {
    case autoShutdown = "auto shutdown"
    case hapticsOnly = "haptics only"
    case audioOnly = "audio only"
    case muteHaptics = "mute haptics"
    case muteAudio = "mute audio"
  }

  /// What a handler of the simulated app does.
  package enum Reaction: String, CaseIterable, Sendable {
    case nothing
    case start
  }

  /// Where a pattern comes from.
  package enum PatternSource: Equatable, Sendable {
    /// A file, relative to the scenario's folder.
    case file(String)
    /// Events written in the scenario.
    case events([Event])
  }

  /// When something acts.
  package enum Moment: Equatable, Sendable {
    case now
    /// Seconds from now; negative ones lie in the past.
    case after(Double)
    /// Seconds since the environment's beginning.
    case at(Double)
    /// A number given to the engine as it is.
    case raw(Double)
  }

  /// What a player is notified.
  package enum PlayerOrder: Equatable, Sendable {
    case start(Moment), stop(Moment), pause(Moment), resume(Moment)
    case cancel, drop
    case seek(Double)
    case loop(Bool), loopEnd(Double), rate(Double), mute(Bool)
    case send(DynamicParameterID, Double, Moment)
    case curve(DynamicParameterID, [Point], Moment)

    /// A point of a curve.
    package struct Point: Equatable, Sendable {
      /// Seconds from the curve's begin.
      package var time: Double
      /// The control's value.
      package var value: Double
    }
  }

  /// What should be so.
  package enum Expectation: Equatable, Sendable {
    case state(EngineState)
    /// What the last call was answered with; `nil` is no error.
    case answer(EngineError.Code?)
    case player(Int, isActive: Bool)
    /// A handler was called, with a detail if one is given, since the last such expectation.
    case handler(HandlerKind, String?)
    /// No handler was called since the last expectation about handlers.
    case noHandler
    /// The number of events that have begun in all.
    case events(Int)
    /// The number of engines that exist.
    case engines(Int)
  }
}

/// A line of a scenario that cannot be understood.
package struct ScenarioError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name.
  package let file: String
  /// Line, from 1.
  package let line: Int
  /// Column, from 1.
  package let column: Int
  /// Cause and remedy.
  package let message: String

  /// `file:line:column: message`.
  package var description: String { "\(file):\(line):\(column): \(message)" }
}
