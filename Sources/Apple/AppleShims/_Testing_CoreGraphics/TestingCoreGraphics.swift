// Swift Testing's overlay for CoreGraphics, required by tests that import both; empty here.
import Foundation
