import ThrumPattern
import ThrumDevice

/// What an audio voice remembers from segment to segment: weights of its partials, gains of its channels, filter.
///
/// - Thread: the one that renders; made before it starts and freed after it has ended.
struct Timbre: BitwiseCopyable {
  /// Partials of a tone.
  static var partials: Int { @_noLocks get { 16 } }

  /// Weights of the partials at the end of the last segment.
  var weights = SIMD16<Float>(repeating: 0)
  /// Pitch and brightness that the weights belong to; NaN at first.
  var pitch = Float.nan
  var brightness = Float.nan
  /// Gains of the channels at the end of the last segment, and the pan they belong to.
  var left: Float = 0
  var right: Float = 0
  var pan = Float.nan
  /// State and coefficient of the sound's low-pass.
  var filter: (Float, Float) = (0, 0)
  var openness: Float = 1

  /// Nothing remembered yet.
  @_noLocks
  init() {}
}

/// Numbers of the audio events that the settings and the sample rate decide. See `Docs/Decisions` on audio.
///
/// - Thread: made off the render thread, read on it.
struct AudioConstants: BitwiseCopyable {
  let sampleRate: Double

  /// The tone at pitch 0: A3.
  static var baseHertz: Double { @_noLocks get { 220 } }
  /// A tone of full volume peaks below this.
  static var toneLevel: Float { @_noLocks get { 0.25 } }

  /// 2^pitch: the range −1…1 is an octave down to an octave up.
  @_noLocks
  func ratio(pitch: Float) -> Double { exponentialBase2(Double(pitch)) }

  /// Brightness to the corner of the low-pass: 300 Hz at 0, 20 kHz just below 1, none at 1.
  @_noLocks
  func cutoffHertz(brightness: Float) -> Double {
    300 * exponentialBase2(Double(brightness) * 6.058_893_689_053_568)
  }

  /// Weights of the partials: 1/n through a Butterworth low-pass of second order, none above 0.45 of the rate.
  @_noLocks
  func weights(pitch: Float, brightness: Float, into weights: inout SIMD16<Float>) {
    let base = AudioConstants.baseHertz * ratio(pitch: pitch)
    let cutoff = cutoffHertz(brightness: brightness)
    for partial in 0..<Timbre.partials {
      let hertz = base * Double(partial + 1)
      let x = hertz / cutoff
      let loss = brightness < 1 ? 1 / squareRoot(1 + x * x * x * x) : 1
      let weight = hertz < 0.45 * sampleRate ? loss / Double(partial + 1) : 0
      // Without loss the sum of the sines peaks at about 1.85.
      weights[partial] = Float(weight) * AudioConstants.toneLevel * 0.54
    }
  }

  /// Gains of a mono source: constant power, −3 dB in the middle.
  @_noLocks
  func gains(pan: Float) -> (left: Float, right: Float) {
    let turns = (Double(pan) + 1) * 0.125
    return (Float(sineOfTurns(turns + 0.25)), Float(sineOfTurns(turns)))
  }

  /// Coefficient of the one-pole low-pass of a sound: 1 lets all through.
  @_noLocks
  func openness(brightness: Float) -> Float {
    guard brightness < 1 else { return 1 }
    let hertz = cutoffHertz(brightness: brightness)
    return Float(1 - exponential(-6.283_185_307_179_586 * hertz / sampleRate))
  }
}
