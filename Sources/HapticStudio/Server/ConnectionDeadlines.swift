import Foundation
import Glibc
import Synchronization

/// Ends connections that take too long: who sends a byte now and then keeps a connection, but not for ever.
final class ConnectionDeadlines: Sendable {
  private let deadlines = Mutex<[Int32: Double]>([:])
  private let queue = DispatchQueue(label: "thrum.studio.deadlines")

  /// From now on the connection has so many seconds; `nil` takes the deadline away.
  func set(_ socket: Int32, seconds: Double?) {
    guard socket >= 0 else { return }
    let now = ProcessInfo.processInfo.systemUptime
    deadlines.withLock { $0[socket] = seconds.map { now + $0 } }
    guard let seconds else { return }
    queue.asyncAfter(deadline: .now() + seconds + 0.01) { [weak self] in self?.endOverdue() }
  }

  private func endOverdue() {
    let now = ProcessInfo.processInfo.systemUptime
    deadlines.withLock { deadlines in
      for (socket, deadline) in deadlines where deadline <= now {
        // The descriptor is still the connection's: it is taken out of the table before it is closed.
        shutdown(socket, Int32(SHUT_RDWR))
        deadlines[socket] = nil
      }
    }
  }
}
