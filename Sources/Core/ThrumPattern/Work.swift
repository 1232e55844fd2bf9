/// A long task's connection to whoever waits for it: where the task reports its progress and learns that it should end.
///
/// A function that may take long has a parameter of this type, and calls ``check()`` often: in each long loop and
/// between its steps. `Work<Never>` cannot be ended, so functions that receive it do not throw.
package struct Work<Failure: Error>: Sendable {
  private let step: @Sendable (_ part: Double?) throws(Failure) -> Void

  /// - Parameter step: receives the progress, 0…1, or `nil` for a mere check; throws to end the work.
  package init(_ step: @escaping @Sendable (_ part: Double?) throws(Failure) -> Void) { self.step = step }

  /// Throws if the work should end.
  package func check() throws(Failure) { try step(nil) }

  /// Checks at every 256th place of a loop.
  package func check(at place: Int) throws(Failure) {
    if place % 256 == 0 { try step(nil) }
  }

  /// Reports the progress, 0…1, and checks.
  package func report(_ part: Double) throws(Failure) { try step(part) }

  /// The first part of the work.
  package func scaled(by share: Double) -> Work {
    Work { [step] part throws(Failure) in try step(part.map { $0 * share }) }
  }

  /// The same work, for functions with another error.
  package func rethrowing<Other: Error>(_ error: @escaping @Sendable (Failure) -> Other) -> Work<Other> {
    Work<Other> { [step] part throws(Other) in
      do throws(Failure) { try step(part) } catch let failure { throw error(failure) }
    }
  }
}

extension Work {
  /// Work that nobody ends.
  package static var endless: Work { Work { _ in } }
}
