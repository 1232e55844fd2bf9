// Its declarations are also visible through Foundation on Apple's systems: see ThrumFoundation.
@_exported import Foundation
@_exported import ThrumFoundation
