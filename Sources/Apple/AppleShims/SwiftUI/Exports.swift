// SwiftUI re-exports these, and many managers import it for nothing else.
@_exported import Foundation
@_exported import ThrumFoundation
@_exported import UIKit
