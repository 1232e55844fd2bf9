import ThrumPattern

/// Effects with start times, for patterns that need several.
package struct VibrationSequence: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    /// In milliseconds.
    package var start: Int
    package var effect: VibrationEffect

    package init(start: Int, effect: VibrationEffect) {
      self.start = start
      self.effect = effect
    }
  }

  /// All of the same kind, in chronological order.
  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }
}
