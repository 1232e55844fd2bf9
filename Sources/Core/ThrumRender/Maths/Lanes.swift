import CLinux
import ThrumDevice

// Uses the same formula as the sine in ThrumDevice.

/// Values of eight frames.
package typealias Lanes = SIMD8<Float>

/// sin(2πx) for phases in turns, |x| < 2^21. Absolute error below 6·10⁻⁷ (−124 dB).
@_noLocks @inline(__always)
func sineOfTurns(_ x: Lanes) -> Lanes {
  let roundingBias = Lanes(repeating: 12_582_912)  // 1.5·2²³: adding it drops the fraction
  let z = x - ((x + roundingBias) - roundingBias)
  let u = z * z
  // Estrin's scheme keeps dependency chains short.
  let square = u * u
  let low = Lanes(repeating: 25.132_735_1) + Lanes(repeating: -64.834_607_5) * u
  let high = Lanes(repeating: 67.037_847_1) + Lanes(repeating: -38.062_436_9) * u
  let p = low + square * (high + Lanes(repeating: 12.071_281_8) * square)
  return (z * (Lanes(repeating: 0.25) - u)) * p
}

/// Returns the fraction of a phase in turns, 0 ≤ x < 2⁵¹, without a branch.
@_noLocks @inline(__always)
func fractionOfTurns(_ x: Double) -> Double {
  let roundingBias = 6_755_399_441_055_744.0  // 1.5·2⁵²
  let nearest = (x + roundingBias) - roundingBias
  return x - (nearest > x ? nearest - 1 : nearest)
}

/// √x, correctly rounded.
@_noLocks
func squareRoot(_ x: Double) -> Double { thrum_square_root(x) }

@_noLocks @inline(__always)
func load(_ memory: UnsafePointer<Float>, _ index: Int) -> Lanes {
  UnsafeRawPointer(memory + index).loadUnaligned(as: Lanes.self)
}

@_noLocks @inline(__always)
func load(_ memory: UnsafeMutablePointer<Float>, _ index: Int) -> Lanes {
  UnsafeMutableRawPointer(memory + index).loadUnaligned(as: Lanes.self)
}

@_noLocks @inline(__always)
func store(_ value: Lanes, _ memory: UnsafeMutablePointer<Float>, _ index: Int) {
  UnsafeMutableRawPointer(memory + index).storeBytes(of: value, as: Lanes.self)
}

var countingLanes: Lanes { @_noLocks @inline(__always) get { Lanes(0, 1, 2, 3, 4, 5, 6, 7) } }

@_noLocks @inline(__always)
func largest(_ x: Lanes) -> Float {
  let four = x.lowHalf.replacing(with: x.highHalf, where: x.highHalf .> x.lowHalf)
  let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .> four.lowHalf)
  return two.x > two.y ? two.x : two.y
}

/// Adds the lanes in a fixed order.
@_noLocks @inline(__always)
func total(_ x: Lanes) -> Float {
  let four = x.lowHalf + x.highHalf
  let two = four.lowHalf + four.highHalf
  return two.x + two.y
}

/// Returns, for each lane, the larger of a magnitude and the magnitude of a new value.
///
/// The bits of non-negative floats sort like their values, so a subtraction suffices.
@_noLocks @inline(__always)
func largerMagnitudes(_ peaks: Lanes, _ x: Lanes) -> Lanes {
  let known = unsafeBitCast(peaks, to: SIMD8<Int32>.self)
  let magnitude = unsafeBitCast(x, to: SIMD8<Int32>.self) & SIMD8(repeating: 0x7FFF_FFFF)
  let less = known &- magnitude
  return unsafeBitCast(known &- (less & (less &>> SIMD8(repeating: 31))), to: Lanes.self)
}

@_noLocks
func largestMagnitude(_ signal: UnsafeMutablePointer<Float>) -> Float {
  var peaks = Lanes.zero
  var frame = 0
  while frame < quantumFrames {
    peaks = largerMagnitudes(peaks, load(signal, frame))
    frame += Lanes.scalarCount
  }
  return largest(peaks)
}

var tilesOfQuantum: Int { @_noLocks @inline(__always) get { quantumFrames / Tile.scalarCount } }

@_noLocks @inline(__always)
func loadTile(_ memory: UnsafeMutablePointer<Float>, _ tile: Int) -> Tile {
  UnsafeMutableRawPointer(memory + tile * Tile.scalarCount).loadUnaligned(as: Tile.self)
}

@_noLocks @inline(__always)
func loadTile(_ memory: UnsafePointer<Float>, _ tile: Int) -> Tile {
  UnsafeRawPointer(memory + tile * Tile.scalarCount).loadUnaligned(as: Tile.self)
}

@_noLocks @inline(__always)
func storeTile(_ value: Tile, _ memory: UnsafeMutablePointer<Float>, _ tile: Int) {
  UnsafeMutableRawPointer(memory + tile * Tile.scalarCount).storeBytes(of: value, as: Tile.self)
}
