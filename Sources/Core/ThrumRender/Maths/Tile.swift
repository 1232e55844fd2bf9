import CLinux
import ThrumDevice

/// Sixteen frames: these and their inputs fit into registers.
typealias Tile = SIMD16<Float>
