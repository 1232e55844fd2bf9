import ThrumDevice

/// Interpolates sounds with a windowed sinc (Kaiser β 10), band-limited to 0.46 of the sound's rate.
///
/// The kernel has 256 positions per frame, with linear interpolation between them. Images and aliases are below −95 dB.
/// Source: J. O. Smith, Digital Audio Resampling, 2002.
struct SincKernel: BitwiseCopyable {
  /// Frames on each side.
  static var reach: Int { @_noLocks @inline(__always) get { 32 } }
  static var taps: Int { @_noLocks @inline(__always) get { 64 } }
  static var places: Int { @_noLocks @inline(__always) get { 256 } }
  /// Edge of the band as a fraction of the sound's rate.
  private static let edge = 0.46

  /// Kernel at distances −32, −32 + 1/256 … 32, followed by zeros for eight taps.
  private let values: UnsafePointer<Float>
  /// Rows for the positions 0/256 to 256/256 after a frame. Tap `j` is for the frame at `j − 31`.
  private let rows: UnsafePointer<Float>

  /// Kernel for all sounds.
  ///
  /// Safety: written once before it is shared, and never freed.
  static nonisolated(unsafe) let shared = SincKernel()

  private init() {
    let span = 2 * SincKernel.reach * SincKernel.places
    let line = UnsafeMutablePointer<Float>.allocate(capacity: span + Lanes.scalarCount * SincKernel.places)
    line.initialize(repeating: 0, count: span + Lanes.scalarCount * SincKernel.places)
    for index in 0...span {
      let distance = Double(index) / Double(SincKernel.places) - Double(SincKernel.reach)
      line[index] = Float(windowedSinc(distance, edge: SincKernel.edge, reach: Double(SincKernel.reach), beta: 10))
    }
    values = UnsafePointer(line)
    let count = (SincKernel.places + 1) * SincKernel.taps
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    for place in 0...SincKernel.places {
      for tap in 0..<SincKernel.taps {
        (memory + place * SincKernel.taps + tap).initialize(to: line[(tap + 1) * SincKernel.places - place])
      }
    }
    rows = UnsafePointer(memory)
  }

  /// Returns the rows around a position, and the fraction between them.
  @_noLocks @inline(__always)
  func rows(at fraction: Double) -> (UnsafePointer<Float>, UnsafePointer<Float>, Float) {
    let place = fraction * Double(SincKernel.places)
    let index = Int(place)
    let before = rows + index * SincKernel.taps
    return (before, before + SincKernel.taps, Float(place - Double(index)))
  }

  /// Returns the kernel at eight distances that are `step` apart. `along` is in frames from the kernel's left end.
  @_noLocks @inline(__always)
  func values(along: Double, step: Float) -> Lanes {
    // In units of 1/65,536 of a position, so that no number needs separate rounding.
    let begin = Int32(along * Double(SincKernel.places) * 65_536)
    let stride = Int32(step * Float(SincKernel.places) * 65_536)
    let places = SIMD8<Int32>(repeating: begin) &+ SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7) &* SIMD8(repeating: stride)
    let whole = places &>> SIMD8(repeating: 16)
    let rest = Lanes(places & SIMD8(repeating: 0xFFFF)) * Lanes(repeating: 1 / 65_536)
    let (a, b, c, d) = (Int(whole[0]), Int(whole[1]), Int(whole[2]), Int(whole[3]))
    let (e, f, g, h) = (Int(whole[4]), Int(whole[5]), Int(whole[6]), Int(whole[7]))
    let before = Lanes(values[a], values[b], values[c], values[d], values[e], values[f], values[g], values[h])
    let following = values + 1
    let after = Lanes(
      following[a], following[b], following[c], following[d], following[e], following[f], following[g], following[h])
    return before + (after - before) * rest
  }
}

/// Kernel of a finite low-pass: sin(2π·edge·d)/(π·d) with a Kaiser window.
///
/// Source: J. F. Kaiser, Nonrecursive digital filter design using the I₀-sinh window function, 1974.
///
/// - Parameters:
///   - distance: Frames from the middle; the result is 0 at `reach` and beyond.
///   - edge: −6 dB point as a fraction of the sample rate.
///   - reach: Half the length in frames.
///   - beta: Shape of the window: 5 for −55 dB, 10 for −100 dB.
func windowedSinc(_ distance: Double, edge: Double, reach: Double, beta: Double) -> Double {
  let share = distance / reach
  guard share * share < 1 else { return 0 }
  let ideal = distance == 0 ? 2 * edge : sineOfTurns(edge * distance) / (.pi * distance)
  return ideal * bessel(beta * squareRoot(1 - share * share)) / bessel(beta)
}

/// Modified Bessel function of the first kind, order 0.
private func bessel(_ x: Double) -> Double {
  var (sum, term, k) = (1.0, 1.0, 1.0)
  while term > 1e-12 * sum {
    term *= (0.25 * x * x) / (k * k)
    sum += term
    k += 1
  }
  return sum
}
