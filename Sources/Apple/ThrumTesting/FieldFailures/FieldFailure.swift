import ThrumEngine

/// A bug that many apps have had on real phones: what happens there, what to do about it, and a script that does it.
///
///     try await FieldFailure.foregroundReturn.run { moment in await app.handle(moment) }
///     expectNo(error: .engineNotRunning)
public struct FieldFailure: Equatable, Sendable, CustomStringConvertible {
  /// A short name.
  public let name: String
  /// What happens on the phone, and what the user notices.
  public let onThePhone: String
  /// What right code does.
  public let remedy: String
  /// The expectation that catches it.
  public let caughtBy: String
  /// What happens when; in the order of time.
  public let script: [Step]

  /// The name.
  public var description: String { name }

  /// One step of a script.
  public struct Step: Equatable, Sendable {
    /// Seconds from the script's beginning.
    public var time: Double
    /// What happens then.
    public var action: Action

    /// A step at a time, s.
    public init(at time: Double, _ action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// What happens in a step.
  public enum Action: Equatable, Sendable {
    /// The phone does something.
    case fault(Fault)
    /// The app is notified something, or its user does something; the test's closure passes it on.
    case app(AppMoment)
    /// Handlers run that are due, and what they start; without, they come after all steps of the same time.
    case settle
    /// Time passes, that is all.
    case wait
  }

  /// What the app learns, not from the engine.
  public enum AppMoment: String, CaseIterable, Sendable {
    /// The app was launched, and has time to prepare.
    case didLaunch
    /// The app comes back from the background.
    case willEnterForeground
    /// The user does what a short haptic follows.
    case userTaps
    /// The user does what a haptic follows that lasts.
    case userHolds
    /// The user switches haptics off in the app.
    case settingTurnedOff
    /// The app is about to record from the microphone.
    case willRecord
  }

  /// Makes a scenario of one's own; its steps in the order of time.
  public init(name: String, onThePhone: String, remedy: String, caughtBy: String, script: [Step]) {
    self.name = name
    self.onThePhone = onThePhone
    self.remedy = remedy
    self.caughtBy = caughtBy
    self.script = script
  }

  /// Runs the script from now on: moves virtual time from step to step, does to the device what a phone does, and
  /// tells `app` the rest.
  ///
  /// - Parameters:
  ///   - environment: the device; `nil` is the caller's.
  ///   - isolation: the caller's; leave it out.
  ///   - app: passes what happens on to the app.
  /// - Thread: any; `app` is called in the caller's task.
  public func run(
    in environment: HapticEnvironment? = nil, isolation: isolated (any Actor)? = #isolation,
    _ app: (AppMoment) async throws -> Void = { _ in }
  ) async rethrows {
    let environment = environment ?? .current
    let begin = environment.elapsed
    for (index, step) in script.enumerated() {
      if begin + step.time > environment.elapsed { await environment.advance(to: begin + step.time) }
      switch step.action {
      case .fault(let fault): environment.apply(fault)
      case .app(let moment): try await app(moment)
      case .settle: await environment.settle()
      case .wait: break
      }
      let isLast = index + 1 == script.count || script[index + 1].time > step.time
      if isLast { await environment.settle() }
    }
  }
}
