// Apple's Core Haptics re-exports Foundation, which re-exports Combine, and many files import nothing else.
@_exported import Foundation
@_exported import ThrumFoundation
