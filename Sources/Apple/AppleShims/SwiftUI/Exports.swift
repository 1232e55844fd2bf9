@_exported import Foundation
@_exported import ThrumCombine
@_exported import UIKit
