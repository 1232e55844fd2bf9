import ThrumEngine

/// Marks an app's handler as sendable, which Core Haptics does not require.
func sendable<Argument, Result>(_ handler: @escaping (Argument) -> Result) -> @Sendable (Argument) -> Result {
  // Safety: `@Sendable` does not change a function's representation. Core Haptics documents that the closure can be
  // called on another thread; handlers of one engine never run at the same time.
  unsafeBitCast(handler, to: (@Sendable (Argument) -> Result).self)
}

func translated<Result>(_ handler: @escaping ((any Error)?) -> Result) -> @Sendable (EngineError?) -> Result {
  let handler = sendable(handler)
  return { error in handler(error.map { CHHapticError($0) }) }
}
