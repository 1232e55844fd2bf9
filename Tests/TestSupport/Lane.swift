import Foundation

/// The lane that a test process runs, see `CONTRIBUTING.md`.
public enum Lane {
  /// Whether this process runs the `device` lane.
  public static var isDevice: Bool { ProcessInfo.processInfo.environment["THRUM_LANE"] == "device" }

  /// Reason that a suite of the `device` lane is skipped in other lanes.
  public static let skipMessage =
    "it needs real time: run `make test`, which runs each such suite in its own process"
}
