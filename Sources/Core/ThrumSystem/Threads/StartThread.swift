import CRealtime

package struct ThreadError: Error, CustomStringConvertible {
  package let name: String
  /// Errno of pthread_create.
  package let number: Int32

  package init(name: String, number: Int32) {
    self.name = name
    self.number = number
  }

  package var description: String { "cannot start a thread (error \(number))" }
}

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
