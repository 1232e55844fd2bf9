import Foundation
import ThrumEngine

/// The superclass of ``CHHapticEngine`` on Linux; not useful by itself.
///
/// A direct subclass of `NSObject` cannot declare `init() throws`, since it inherits a non-throwing one.
open class HapticServerConnection: NSObject {
  let engine: HapticEngine
  /// Location on a game controller for engines created in this task.
  @TaskLocal static var locality: GCHapticsLocality?

  init(connecting: ()) throws {
    var configuration = EngineConfiguration()
    configuration.locality = HapticServerConnection.locality?.title
    let wanted = configuration
    engine = try CHHapticError.translating { () throws(EngineError) in try HapticEngine(wanted) }
    super.init()
  }
}
