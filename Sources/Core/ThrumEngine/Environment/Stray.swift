/// An event outside any test's environment, on a queue or in a detached task, while tests were running.
package enum Stray: Sendable {
  case engine
  /// The name of a system notification was read.
  case notification(String)

  package func message(_ who: String) -> String {
    switch self {
    case .engine:
      "an engine was created outside any test's environment, on a queue or in a detached task, while \(who) ran: it plays in "
        + "real time, and no test sees what it does. Create it in the test's own task, or give the test an exclusive "
        + "environment."
    case .notification(let name):
      "\(name) was posted or observed outside any test's environment, on a queue or in a detached task, while \(who) ran: "
        + "posts reach only observers that were added in the same test. Do both in the test's own task, or give the test an "
        + "exclusive environment."
    }
  }
}
