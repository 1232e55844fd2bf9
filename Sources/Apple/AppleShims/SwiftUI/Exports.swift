@_exported import Foundation
@_exported import ThrumFoundation
@_exported import UIKit
