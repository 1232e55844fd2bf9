import CRealtime
import ThrumDevice

/// Where a run's events get their file descriptors from; a test can run out of them.
struct EventDescriptors: Sendable {
  /// Makes an event. Returns a descriptor, or a negative number.
  var make: @Sendable () -> Int32
  /// Returns a second descriptor of an event, or a negative number.
  var duplicate: @Sendable (Int32) -> Int32
  var close: @Sendable (Int32) -> Void

  /// Those of the process.
  static let system = EventDescriptors(
    make: { thrum_event_make() }, duplicate: { thrum_event_duplicate($0) }, close: { thrum_event_close($0) })

  /// The error of a device that cannot be used because none is left.
  static func shortage(_ device: String) -> OutputError {
    OutputError(
      .failed, device: device, message: "the process has no file descriptor left: raise its limit (ulimit -n)")
  }
}
