import ThrumDevice
import ThrumPattern

struct Timbre: BitwiseCopyable {
  static var partials: Int { @_noLocks get { 16 } }

  /// Weights of the partials at the end of the last segment.
  var weights = SIMD16<Float>(repeating: 0)
  /// Pitch and brightness of these weights; NaN at first.
  var pitch = Float.nan
  var brightness = Float.nan
  /// Channel gains at the end of the last segment, and their pan.
  var left: Float = 0
  var right: Float = 0
  var pan = Float.nan
  /// State and coefficient of a sound's low-pass.
  var filter: (Float, Float) = (0, 0)
  var openness: Float = 1

  @_noLocks
  init() {}
}

struct AudioConstants: BitwiseCopyable {
  let sampleRate: Double

  /// Frequency of a tone at pitch 0: A3.
  static var baseHertz: Double { @_noLocks get { 220 } }
  /// Bound on a tone's peak at full volume.
  static var toneLevel: Float { @_noLocks get { 0.25 } }

  /// 2^pitch, for −1…1 octaves.
  @_noLocks
  func ratio(pitch: Float) -> Double { exponentialBase2(Double(pitch)) }

  /// Corner of the low-pass: 300 Hz at brightness 0, 20 kHz just below 1, none at 1.
  @_noLocks
  func cutoffHertz(brightness: Float) -> Double {
    300 * exponentialBase2(Double(brightness) * 6.058_893_689_053_568)
  }

  /// Computes the partials' weights: 1/n, attenuated by a second-order Butterworth low-pass, or 0 above 0.45 of the
  /// sample rate.
  @_noLocks
  func weights(pitch: Float, brightness: Float, into weights: inout SIMD16<Float>) {
    let base = AudioConstants.baseHertz * ratio(pitch: pitch)
    let cutoff = cutoffHertz(brightness: brightness)
    for partial in 0..<Timbre.partials {
      let hertz = base * Double(partial + 1)
      let x = hertz / cutoff
      let loss = brightness < 1 ? 1 / squareRoot(1 + x * x * x * x) : 1
      let weight = hertz < 0.45 * sampleRate ? loss / Double(partial + 1) : 0
      // Unfiltered, the sum of the sines peaks at about 1.85.
      weights[partial] = Float(weight) * AudioConstants.toneLevel * 0.54
    }
  }

  /// Returns constant-power gains, with −3 dB in the middle.
  @_noLocks
  func gains(pan: Float) -> (left: Float, right: Float) {
    let turns = (Double(pan) + 1) * 0.125
    return (Float(sineOfTurns(turns + 0.25)), Float(sineOfTurns(turns)))
  }

  /// Returns the coefficient of a one-pole low-pass. 1 means no filtering.
  @_noLocks
  func openness(brightness: Float) -> Float {
    guard brightness < 1 else { return 1 }
    let hertz = cutoffHertz(brightness: brightness)
    return Float(1 - exponential(-6.283_185_307_179_586 * hertz / sampleRate))
  }
}
