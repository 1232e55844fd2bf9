// Swift Testing's overlay for UIKit, required by tests that import both; empty here.
import Foundation
