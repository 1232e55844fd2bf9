import CRealtime
import ThrumDevice

/// Source of event file descriptors, which tests can exhaust.
struct EventDescriptors: Sendable {
  /// Returns a descriptor, or a negative number on failure.
  var make: @Sendable () -> Int32
  var duplicate: @Sendable (Int32) -> Int32
  var close: @Sendable (Int32) -> Void

  static let system = EventDescriptors(
    make: { thrum_event_make() }, duplicate: { thrum_event_duplicate($0) }, close: { thrum_event_close($0) })

  static func shortage(_ device: String) -> OutputError {
    OutputError(
      .failed, device: device, message: "the process has no free file descriptor: raise its limit (ulimit -n)")
  }
}
