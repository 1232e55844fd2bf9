import CRealtime

/// The system gave no thread.
package struct ThreadError: Error, CustomStringConvertible {
  /// The name that the thread was to have.
  package let name: String
  /// The errno of pthread_create.
  package let number: Int32

  /// An error of a thread's name and an errno.
  package init(name: String, number: Int32) {
    self.name = name
    self.number = number
  }

  /// In words.
  package var description: String { "the system gave no thread (error \(number))" }
}

/// Starts a thread with a body. The body runs on the new thread alone.
///
/// - Thread: any.
/// - Throws: ``ThreadError`` when the system gives no thread (pthread_create).
package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws(ThreadError) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  let result = thrum_thread_start(
    name,
    { context in
      guard let context else { return }
      Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
    }, box.toOpaque())
  guard result != 0 else { return }
  box.release()
  throw ThreadError(name: name, number: result)
}
