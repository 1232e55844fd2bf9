// ThrumCombine declares Combine's types, since Apple's Foundation exports them too.
@_exported import Foundation
@_exported import ThrumCombine
