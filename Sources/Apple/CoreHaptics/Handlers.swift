import ThrumEngine

/// A handler of the app that is called on the engine's own queue.
///
/// Core Haptics takes any closure and calls it on a queue of its own, one handler at a time; Apple's interface says so in
/// words, not in types. Here the type is made to say it.
func sendable<Argument, Result>(_ handler: @escaping (Argument) -> Result) -> @Sendable (Argument) -> Result {
  // Safety: `@Sendable` is no part of a function's representation. That the app's closure may be called on another
  // thread is Core Haptics' documented contract; handlers of one engine never run at the same time.
  unsafeBitCast(handler, to: (@Sendable (Argument) -> Result).self)
}

/// A handler of the app that is told the engine's errors as Apple's.
func translated<Result>(_ handler: @escaping ((any Error)?) -> Result) -> @Sendable (EngineError?) -> Result {
  let handler = sendable(handler)
  return { error in handler(error.map { CHHapticError($0) }) }
}
