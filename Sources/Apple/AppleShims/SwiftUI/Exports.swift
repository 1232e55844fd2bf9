// Re-exported as in Apple's SwiftUI, since many files import nothing else.
@_exported import Foundation
@_exported import ThrumFoundation
@_exported import UIKit
