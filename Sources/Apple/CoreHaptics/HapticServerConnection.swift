import Foundation
import ThrumEngine

/// Superclass of ``CHHapticEngine`` on Linux.
///
/// A direct subclass of `NSObject` cannot declare `init() throws`, since it inherits a non-throwing `init()`.
open class HapticServerConnection: NSObject {
  let engine: HapticEngine
  @TaskLocal static var locality: GCHapticsLocality?

  init(connecting: ()) throws {
    var configuration = EngineConfiguration()
    configuration.locality = HapticServerConnection.locality?.title
    let wanted = configuration
    engine = try CHHapticError.translating { () throws(EngineError) in try HapticEngine(wanted) }
    super.init()
  }
}
