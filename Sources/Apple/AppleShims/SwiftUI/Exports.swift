// As Apple's SwiftUI does: many files import nothing else.
@_exported import Foundation
@_exported import ThrumFoundation
@_exported import UIKit
