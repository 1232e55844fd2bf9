import ThrumEngine

/// Marks an app's handler as sendable, since Core Haptics accepts any closure and calls closures on its own queue, one
/// at a time.
func sendable<Argument, Result>(_ handler: @escaping (Argument) -> Result) -> @Sendable (Argument) -> Result {
  // Safety: `@Sendable` does not change a function's representation. Core Haptics documents that the closure may be
  // called on another thread, and handlers of one engine never run at the same time.
  unsafeBitCast(handler, to: (@Sendable (Argument) -> Result).self)
}

/// Wraps an app's handler so that it receives Apple's errors instead of the engine's.
func translated<Result>(_ handler: @escaping ((any Error)?) -> Result) -> @Sendable (EngineError?) -> Result {
  let handler = sendable(handler)
  return { error in handler(error.map { CHHapticError($0) }) }
}
