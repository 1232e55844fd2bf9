import Foundation
import ThrumEngine
import ThrumTime

// In Swift 6, a closure that is written on the main actor belongs to it, and iOS ends an app whose closure Core Haptics
// calls on another thread. No function type tells where a function belongs, except `@isolated(any)`. So each handler is
// declared twice: once as by Apple, and once with that type, which only Swift 6 code sees and prefers. The second
// passes a handler on to the first, and a main actor's handler in a closure that notes the trap (decision 0076).

/// An object with a handler for stops. Declared apart, so that ``CHHapticEngine`` can have a second property of the
/// name.
public protocol StopHandling: AnyObject {
  /// See ``CHHapticEngine/stoppedHandler``.
  var stoppedHandler: CHHapticEngine.StoppedHandler { get set }
  /// See ``CHHapticEngine/resetHandler``.
  var resetHandler: CHHapticEngine.ResetHandler { get set }
  /// See ``CHHapticEngine/notifyWhenPlayersFinished(finishedHandler:)``.
  func notifyWhenPlayersFinished(finishedHandler: @escaping CHHapticEngine.FinishedHandler)
}

extension StopHandling where Self: CHHapticEngine {
  /// Handler for a stop that the app did not request.
  @available(swift, introduced: 6)
  public var stoppedHandler: @isolated(any) (CHHapticEngine.StoppedReason) -> Void {
    get { (self as any StopHandling).stoppedHandler }
    set {
      let handler = HandlerIsolation.checked("stoppedHandler", newValue.isolation, HandlerIsolation.erased(newValue))
      HandlerIsolation.pass(
        handler, of: newValue.isolation, { (self as any StopHandling).stoppedHandler = $0 }, orKeep: keepStoppedHandler)
    }
  }

  /// Handler called when the haptic server has recovered.
  @available(swift, introduced: 6)
  public var resetHandler: @isolated(any) () -> Void {
    get { (self as any StopHandling).resetHandler }
    set {
      let plain = HandlerIsolation.erased(newValue)
      let handler = HandlerIsolation.checked("resetHandler", newValue.isolation) { (_: Void) in plain() }
      HandlerIsolation.pass(
        { handler(()) }, of: newValue.isolation, { (self as any StopHandling).resetHandler = $0 },
        orKeep: keepResetHandler)
    }
  }

  /// Calls `finishedHandler` once no player is active.
  @available(swift, introduced: 6)
  public func notifyWhenPlayersFinished(
    finishedHandler: @escaping @isolated(any) ((any Error)?) -> CHHapticEngine.FinishedAction
  ) {
    let handler = HandlerIsolation.checked(
      "finishedHandler", finishedHandler.isolation, HandlerIsolation.erased(finishedHandler))
    HandlerIsolation.pass(
      handler, of: finishedHandler.isolation,
      { (self as any StopHandling).notifyWhenPlayersFinished(finishedHandler: $0) }, orKeep: keepFinishedHandler)
  }
}

/// An object with a completion handler. Declared apart for the same reason.
public protocol CompletionHandling: AnyObject {
  /// See ``CHHapticAdvancedPatternPlayer``.
  @_disfavoredOverload var completionHandler: CHHapticAdvancedPatternPlayerCompletionHandler { get set }
}

extension CHHapticAdvancedPatternPlayer {
  /// Called when playback ends.
  @available(swift, introduced: 6)
  public var completionHandler: @isolated(any) ((any Error)?) -> Void {
    get { (self as any CompletionHandling).completionHandler }
    set {
      (self as any CompletionHandling).completionHandler = HandlerIsolation.checked(
        "completionHandler", newValue.isolation, HandlerIsolation.erased(newValue))
    }
  }
}

private enum HandlerIsolation {
  /// Whether a handler is being passed on. A subclass that overrides a handler passes it on to `super`, which is the
  /// second declaration again.
  @TaskLocal private static var isPassing = false

  /// A handler without an actor comes from `super` and is kept: nothing tells it from one that an app sets.
  static func pass<Handler>(
    _ handler: Handler, of isolation: (any Actor)?, _ set: (Handler) -> Void, orKeep keep: (Handler) -> Void
  ) {
    if isPassing || isolation == nil { keep(handler) } else { $isPassing.withValue(true) { set(handler) } }
  }

  static func checked<Argument, Result>(
    _ name: String, _ isolation: (any Actor)?, _ handler: @escaping (Argument) -> Result
  ) -> (Argument) -> Result {
    guard isolation === MainActor.shared else { return handler }
    return { argument in
      if !MainThread.isCurrent {
        HapticEnvironment.current.note(
          .isolatedHandler,
          "\(name) was written on the main actor and is called on another thread, where Swift 6 ends an app on iOS: write "
            + "{ @Sendable … in }, and go to the main actor inside")
      }
      return handler(argument)
    }
  }

  static func erased<Argument, Result>(_ handler: @escaping @isolated(any) (Argument) -> Result) -> (Argument) -> Result
  {
    // Safety: `@isolated(any)` adds an actor to a function's context; calling it is the same. It is called where Core
    // Haptics calls it on a phone.
    unsafeBitCast(handler, to: ((Argument) -> Result).self)
  }

  static func erased<Result>(_ handler: @escaping @isolated(any) () -> Result) -> () -> Result {
    // Safety: as above.
    unsafeBitCast(handler, to: (() -> Result).self)
  }
}
