// Required by tests that import UIKit and Swift Testing.
import Foundation
