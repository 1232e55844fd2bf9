// Required by tests that import CoreGraphics and Swift Testing.
import Foundation
