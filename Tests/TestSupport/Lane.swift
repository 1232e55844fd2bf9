import Foundation

/// The lane that a process of tests runs, see `CONTRIBUTING.md`.
public enum Lane {
  /// Whether this process is one of the `device` lane.
  public static var isDevice: Bool { ProcessInfo.processInfo.environment["THRUM_LANE"] == "device" }

  /// Why a suite of the `device` lane does not run elsewhere.
  public static let skipMessage =
    "it needs real time: run `make test`, which gives each such suite a process of its own"
}
