// Apple's Core Haptics re-exports Foundation, and many a file imports nothing else.
@_exported import Foundation
