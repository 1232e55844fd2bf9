import Foundation
import ThrumEngine

/// What ``CHHapticEngine`` has below it on Linux; of no use on its own.
///
/// Swift does not let a class directly below `NSObject` declare `init() throws`, because `NSObject` has an `init()` that
/// throws nothing. This class does not inherit that one, and so the class below it may.
open class HapticServerConnection: NSObject {
  let engine: HapticEngine
  /// Where on a game controller an engine that is made now plays.
  @TaskLocal static var locality: GCHapticsLocality?

  init(connecting: ()) throws {
    var configuration = EngineConfiguration()
    configuration.locality = HapticServerConnection.locality?.title
    let wanted = configuration
    engine = try CHHapticError.translating { () throws(EngineError) in try HapticEngine(wanted) }
    super.init()
  }
}
