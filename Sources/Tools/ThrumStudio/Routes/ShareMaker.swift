import Glibc
import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern

/// Makes a page to share. `sound` finds a sound's file.
package typealias ShareMaker =
  @Sendable (
    _ patterns: [(name: String, text: [UInt8])], _ monitor: MonitorMode, _ sound: @escaping (String) -> String?,
    _ work: Work<StudioError>
  ) throws(StudioError) -> [UInt8]
