import ThrumDevice

/// Sixteen frames: what fits in registers beside what it is made from.
typealias Tile = SIMD16<Float>

/// Tiles of a quantum.
var tilesOfQuantum: Int { @_noLocks @inline(__always) get { quantumFrames / Tile.scalarCount } }

/// A tile of a quantum.
///
/// - Real-time: yes.
@_noLocks @inline(__always)
func loadTile(_ memory: UnsafeMutablePointer<Float>, _ tile: Int) -> Tile {
  UnsafeMutableRawPointer(memory + tile * Tile.scalarCount).loadUnaligned(as: Tile.self)
}

/// A tile of a quantum.
///
/// - Real-time: yes.
@_noLocks @inline(__always)
func loadTile(_ memory: UnsafePointer<Float>, _ tile: Int) -> Tile {
  UnsafeRawPointer(memory + tile * Tile.scalarCount).loadUnaligned(as: Tile.self)
}

/// Writes a tile of a quantum.
///
/// - Real-time: yes.
@_noLocks @inline(__always)
func storeTile(_ value: Tile, _ memory: UnsafeMutablePointer<Float>, _ tile: Int) {
  UnsafeMutableRawPointer(memory + tile * Tile.scalarCount).storeBytes(of: value, as: Tile.self)
}
