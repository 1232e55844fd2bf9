/// How sharpness becomes a frequency: f(s) = lowest·(highest/lowest)^s, or a straight line.
///
/// The defaults, 80 to 230 Hz, put Core Haptics' own default sharpness 0.422601 at 125 Hz. No source gives the
/// band; see `Docs/Decisions`.
package struct SharpnessMap: Equatable, Sendable {
  /// The shape between the two ends.
  package enum Law: String, CaseIterable, Sendable {
    case geometric, linear
  }

  /// Frequency at sharpness 0, Hz.
  package var lowestHertz: Double
  /// Frequency at sharpness 1, Hz.
  package var highestHertz: Double
  /// The shape in between.
  package var law: Law

  /// Makes a map.
  package init(
    lowestHertz: Double = SharpnessBand.lowestHertz, highestHertz: Double = SharpnessBand.highestHertz,
    law: Law = .geometric
  ) {
    self.lowestHertz = lowestHertz
    self.highestHertz = highestHertz
    self.law = law
  }

  /// The frequency, Hz, of a sharpness, which is clamped to 0…1.
  package func hertz(sharpness: Double) -> Double {
    let s = min(1, max(0, sharpness))
    return switch law {
    case .geometric: lowestHertz * exponentialBase2(s * logarithmBase2(highestHertz / lowestHertz))
    case .linear: lowestHertz + (highestHertz - lowestHertz) * s
    }
  }
}
