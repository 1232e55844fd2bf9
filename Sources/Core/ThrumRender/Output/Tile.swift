import ThrumDevice

/// Sixteen frames: these and their inputs fit into registers.
typealias Tile = SIMD16<Float>

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
