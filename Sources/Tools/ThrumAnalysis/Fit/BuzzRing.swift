import ThrumDevice
import ThrumPattern

/// Resonance and Q of the motor, from its ringing after continuous events, not from the transients.
///
/// Two samples of a decaying oscillation predict the next one (Prony, 1795). The prediction is fitted to the ends of
/// all events together.
struct BuzzRing {
  let hertz: Double
  let quality: Double

  /// Fade plus the uncertainty of an event's end, s.
  private static let pause = 0.012
  /// Length of the ringing, s.
  private static let length = 0.04
  /// Minimum level of the ringing, relative to the event's amplitude and to the noise.
  private static let leastShare = 0.03, leastClarity = 10.0
  private static let leastEvents = 3
  private static let leastExplained = 0.99

  /// Returns `nil` if the driver brakes the motor, or if something else is ringing.
  init?(_ recording: FitRecording, _ buzzes: Buzzes, near expected: Double) {
    let rings = buzzes.clear.compactMap { event -> [Double]? in
      let (step, sine) = event
      let end = step.start + (step.seconds ?? 0) + BuzzRing.pause
      let ring = recording.part(from: end, seconds: BuzzRing.length)
      let noise = recording.part(from: step.start - 0.12, seconds: BuzzRing.length)
      let (level, floor) = (BuzzRing.level(ring), BuzzRing.level(noise))
      guard level > BuzzRing.leastShare * sine.amplitude, level > BuzzRing.leastClarity * floor else { return nil }
      return ring.map { $0 / level }
    }
    guard rings.count >= BuzzRing.leastEvents else { return nil }
    // About a quarter of a cycle, so that the samples differ.
    let lag = max(1, Int((FitRecording.rate / (4 * expected)).rounded()))
    var (xx, xy, yy, xz, yz, zz) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for ring in rings {
      for place in ring.indices.dropFirst(2 * lag) {
        let (x, y, z) = (ring[place - lag], ring[place - 2 * lag], ring[place])
        xx += x * x
        xy += x * y
        yy += y * y
        xz += x * z
        yz += y * z
        zz += z * z
      }
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-9 * xx * yy else { return nil }
    let (a, b) = ((xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant)
    let left = zz - 2 * a * xz - 2 * b * yz + a * a * xx + 2 * a * b * xy + b * b * yy
    guard left < (1 - BuzzRing.leastExplained) * zz, b < 0, b > -1 else { return nil }
    let decay = (-b).squareRoot()
    let cosine = a / (2 * decay)
    guard abs(cosine) < 1 else { return nil }
    let seconds = Double(lag) / FitRecording.rate
    hertz = BuzzRing.turns(cosine) / seconds
    // The amplitude decays as e^(−π·f·t/Q).
    quality = .pi * hertz * seconds / (-logarithmBase2(decay) * 0.693_147_180_559_945_3)
  }

  private static func level(_ samples: [Double]) -> Double {
    (2 * samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot()
  }

  /// Returns the arccosine in turns, 0…0.5, by bisection.
  private static func turns(_ cosine: Double) -> Double {
    var (low, high) = (0.0, 0.5)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if sineOfTurns(middle + 0.25) > cosine { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
