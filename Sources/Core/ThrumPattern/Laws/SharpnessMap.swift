/// Maps sharpness to frequency: f(s) = lowest·(highest/lowest)^s, or linearly.
package struct SharpnessMap: Equatable, Sendable {
  package enum Law: String, CaseIterable, Sendable {
    case geometric, linear
  }

  package var lowestHertz: Double
  package var highestHertz: Double
  package var law: Law

  package init(
    lowestHertz: Double = SharpnessBand.lowestHertz, highestHertz: Double = SharpnessBand.highestHertz,
    law: Law = .geometric
  ) {
    self.lowestHertz = lowestHertz
    self.highestHertz = highestHertz
    self.law = law
  }

  /// Clamps the sharpness to 0…1.
  package func hertz(sharpness: Double) -> Double {
    let s = min(1, max(0, sharpness))
    return switch law {
    case .geometric: lowestHertz * exponentialBase2(s * logarithmBase2(highestHertz / lowestHertz))
    case .linear: lowestHertz + (highestHertz - lowestHertz) * s
    }
  }
}
