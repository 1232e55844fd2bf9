import Synchronization
import ThrumSystem

/// What was made last, by name. Lists of a few hundred are searched quickly enough, and need less code than a table.
///
/// - Thread: any.
final class Recently<Value: Sendable>: Sendable {
  private let known = Mutex<[(name: String, value: Value)]>([])
  private let most: Int

  init(most: Int) { self.most = most }

  /// Takes a value out, so that nobody else uses it meanwhile.
  func take(_ name: String) -> Value? {
    known.withLock { known in
      guard let place = known.lastIndex(where: { $0.name == name }) else { return nil }
      return known.remove(at: place).value
    }
  }

  func put(_ value: Value, _ name: String) {
    known.withLock { known in
      if known.count >= most { known.removeFirst() }
      known.append((name, value))
    }
  }

  func value(_ name: String, _ make: () -> Value?) -> Value? {
    if let found = known.withLock({ known in known.last { $0.name == name }?.value }) { return found }
    guard let made = make() else { return nil }
    put(made, name)
    return made
  }
}
