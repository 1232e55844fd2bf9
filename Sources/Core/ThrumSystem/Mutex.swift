#if hasFeature(Embedded)
  /// A value that one thread at a time uses. Embedded Swift has no mutex, and a module in a browser has one thread.
  ///
  /// Safety: see above. A class, since Embedded Swift cannot destroy another module's non-copyable structure.
  package final class Mutex<Value: ~Copyable>: @unchecked Sendable {
    private var value: Value

    package init(_ value: consuming Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
  }
#endif
