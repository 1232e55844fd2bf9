// As Apple's Core Haptics does: many files import nothing else.
@_exported import Foundation
@_exported import ThrumFoundation
