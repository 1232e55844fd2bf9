import ThrumEngine

/// A bug that many apps have had on real phones, with a script that reproduces it.
///
///     try await FieldFailure.foregroundReturn.run { moment in await app.handle(moment) }
///     expectNo(error: .engineNotRunning)
public struct FieldFailure: Equatable, Sendable, CustomStringConvertible {
  /// Short name.
  public let name: String
  /// Cause on the phone and effect on the user.
  public let onThePhone: String
  /// Correct behaviour of an app.
  public let remedy: String
  /// Expectation that detects the bug.
  public let caughtBy: String
  /// Steps, in chronological order.
  public let script: [Step]

  /// Name.
  public var description: String { name }

  /// A step of a script.
  public struct Step: Equatable, Sendable {
    /// Seconds from the start of the script.
    public var time: Double
    /// Action to take.
    public var action: Action

    /// Creates a step.
    public init(at time: Double, _ action: Action) {
      self.time = time
      self.action = action
    }
  }

  /// A step's action.
  public enum Action: Equatable, Sendable {
    /// A fault in the phone.
    case fault(Fault)
    /// Passed to the app by the test's closure.
    case app(AppMoment)
    /// Runs due handlers and the work that they start, before the next step.
    case settle
    /// Only lets time pass.
    case wait
  }

  /// An event that the engine does not report to the app.
  public enum AppMoment: String, CaseIterable, Sendable {
    /// The app has launched.
    case didLaunch
    /// The app returns from the background.
    case willEnterForeground
    /// The user triggers a short haptic.
    case userTaps
    /// The user triggers a long haptic.
    case userHolds
    /// The user turns haptics off in the app.
    case settingTurnedOff
    /// The app is about to record.
    case willRecord
  }

  /// Creates a field failure.
  public init(name: String, onThePhone: String, remedy: String, caughtBy: String, script: [Step]) {
    self.name = name
    self.onThePhone = onThePhone
    self.remedy = remedy
    self.caughtBy = caughtBy
    self.script = script
  }

  /// Runs the script in virtual time and passes each ``AppMoment`` to `app`.
  ///
  /// - Thread: any; calls `app` in the caller's task.
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
