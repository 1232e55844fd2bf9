import CCairo
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

struct PlotRequest {
  var format: Canvas.Format
  var width: Int
  var height: Int
  var motor: RenderSettings
  /// `nil` draws the acceleration.
  var monitor: MonitorMode?
  var isDark: Bool
  var title: String?
  var from: Double?
  var to: Double?
}
