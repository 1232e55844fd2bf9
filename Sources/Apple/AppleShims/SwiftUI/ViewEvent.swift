import Foundation

/// What happens to a view in a test: see `perform(_:)`.
public enum ViewEvent: Equatable, Sendable {
  case appear, disappear, longPress
  /// Taps in quick succession.
  case taps(Int)
  /// A drag by a distance.
  case drag(CGSize)

  /// One tap.
  public static let tap = ViewEvent.taps(1)
}
