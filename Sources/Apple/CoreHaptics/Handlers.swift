import ThrumEngine

/// Marks a handler of the app as sendable: Core Haptics accepts any closure and calls it on its own queue, one at a
/// time.
func sendable<Argument, Result>(_ handler: @escaping (Argument) -> Result) -> @Sendable (Argument) -> Result {
  // Safety: `@Sendable` does not change a function's representation. Core Haptics documents that the closure may be
  // called on another thread, and handlers of one engine never run at the same time.
  unsafeBitCast(handler, to: (@Sendable (Argument) -> Result).self)
}

/// Wraps a handler of the app to receive the engine's errors as Apple's.
func translated<Result>(_ handler: @escaping ((any Error)?) -> Result) -> @Sendable (EngineError?) -> Result {
  let handler = sendable(handler)
  return { error in handler(error.map { CHHapticError($0) }) }
}
