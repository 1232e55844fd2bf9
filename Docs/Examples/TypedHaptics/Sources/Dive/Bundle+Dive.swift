import Foundation

extension Bundle {
  /// The bundle of this target, for its tests.
  static var dive: Bundle { .module }
}
