import FoundationEssentials
import ThrumAnswers
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// Draws a pattern for a motor as SVG, or returns `nil` if it cannot. `sound` finds a sound's file. Throws only if the
/// work was ended.
package typealias PhonePicture =
  @Sendable (
    _ text: [UInt8], _ motor: RenderSettings, _ isDark: Bool, _ sound: @escaping (String) -> String?,
    _ work: Work<StudioError>
  ) throws(StudioError) -> [UInt8]?
