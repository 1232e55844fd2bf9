import Testing
import ThrumTime

@testable import ThrumEngine

/// Transitions that a state does not allow are reported and change nothing.
@Suite struct ImpossibleTransitionTests {
  private let run = DeviceRun(nil)

  private func lifecycle(_ prepare: (inout Lifecycle) -> Void) -> Lifecycle {
    var lifecycle = Lifecycle()
    prepare(&lifecycle)
    return lifecycle
  }

  private func start(_ lifecycle: inout Lifecycle) {
    _ = lifecycle.start({ _ in }, makeDeadline: { Deadline(TimerToken()) })
  }

  /// Expects each change to be refused with the state's name, and the state to stay the same.
  private func expectImpossible(_ lifecycle: Lifecycle, _ changes: [(inout Lifecycle) -> Void]) {
    for change in changes {
      var changed = lifecycle
      change(&changed)
      let mistake = changed.takeImpossible()
      #expect(mistake?.description.contains("while it is \(lifecycle.state.rawValue)") == true)
      #expect(changed.state == lifecycle.state)
    }
  }

  @Test func `a stopped engine cannot open a device, finish starting or lose its device`() {
    expectImpossible(
      Lifecycle(),
      [
        { $0.open(run) }, { $0.refuse(EngineError(.unknownError, "")) }, { _ = $0.didStart() },
        { _ = $0.fail() },
      ])
  }

  @Test func `a starting engine cannot open its device twice, close it or resume`() {
    let opening = lifecycle {
      start(&$0)
      $0.open(run)
    }
    expectImpossible(
      opening,
      [
        { $0.open(run) }, { _ = $0.didClose(hasEnded: true) },
        { $0.resume(Lifecycle.Request(deadline: Deadline(TimerToken()))) },
      ])
  }

  @Test func `a running engine cannot finish starting again, fail to start or finish closing`() {
    let running = lifecycle {
      start(&$0)
      $0.open(run)
      _ = $0.didStart()
    }
    expectImpossible(
      running, [{ _ = $0.didStart() }, { _ = $0.fail() }, { _ = $0.didClose(hasEnded: true) }])
  }

  @Test func `an impossible state change is recorded among the environment's problems`() throws {
    let environment = HapticEnvironment.virtual()
    let engine = try HapticEngine(in: environment)
    engine.withEngine { engine in
      _ = engine.lifecycle.didStart()
    }
    #expect(environment.problems == ["an engine cannot start running while it is stopped: this is a bug in Thrum"])
    #expect(engine.withEngine { $0.state } == .stopped)
  }
}
