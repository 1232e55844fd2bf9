import ThrumEngine

/// A bug that many apps have had on real phones, with a script that reproduces it.
///
///     try await FieldFailure.foregroundReturn.run { moment in await app.handle(moment) }
///     expectNo(error: .engineNotRunning)
public struct FieldFailure: Equatable, Sendable, CustomStringConvertible {
  /// A short name.
  public let name: String
  /// The cause on the phone and the effect on the user.
  public let onThePhone: String
  /// Correct behaviour of an app.
  public let remedy: String
  /// The expectation that detects the bug.
  public let caughtBy: String
  /// The steps, in chronological order.
  public let script: [Step]

  /// The name.
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
    /// A notification or user action, passed to the app by the test's closure.
    case app(AppMoment)
    /// Runs due handlers, and the work they start, before the next step rather than after all steps at the same time.
    case settle
    /// Only lets time pass.
    case wait
  }

  /// An occurrence that the engine does not report to the app.
  public enum AppMoment: String, CaseIterable, Sendable {
    /// The app was launched and can prepare.
    case didLaunch
    /// The app returns from the background.
    case willEnterForeground
    /// The user does something that triggers a short haptic.
    case userTaps
    /// The user does something that triggers a long haptic.
    case userHolds
    /// The user turns haptics off in the app.
    case settingTurnedOff
    /// The app is about to record from the microphone.
    case willRecord
  }

  /// Creates a field failure whose steps are in chronological order.
  public init(name: String, onThePhone: String, remedy: String, caughtBy: String, script: [Step]) {
    self.name = name
    self.onThePhone = onThePhone
    self.remedy = remedy
    self.caughtBy = caughtBy
    self.script = script
  }

  /// Runs the script: advances virtual time from step to step, applies faults, and passes the app's moments to `app`.
  ///
  /// - Parameters:
  ///   - environment: The device; `nil` means the caller's.
  ///   - isolation: Always the default.
  ///   - app: Passes a moment on to the app.
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
