// Re-exported as in Apple's Core Haptics, since many files import nothing else.
@_exported import Foundation
@_exported import ThrumFoundation
