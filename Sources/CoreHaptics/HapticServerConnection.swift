import Foundation
import ThrumEngine

/// What ``CHHapticEngine`` has below it on Linux; of no use on its own.
///
/// Swift does not let a class directly below `NSObject` declare `init() throws`, because `NSObject` has an `init()` that
/// throws nothing. This class does not inherit that one, and so the class below it may.
open class HapticServerConnection: NSObject {
  let engine: HapticEngine

  init(connecting: ()) throws {
    engine = try CHHapticError.translating { () throws(EngineError) in try HapticEngine() }
    super.init()
  }
}
