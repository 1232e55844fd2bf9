// Apple's Core Haptics re-exports Foundation, and many files import nothing else.
@_exported import Foundation
