import ThrumAnalysis
import ThrumPattern

/// One pattern's part of `info --json`.
struct PatternInfo: Encodable {
  struct Counts: Encodable {
    var events = 0
    var transient = 0
    var continuous = 0
    var audioContinuous = 0
    var audioCustom = 0
    var eventParameters = 0
    var parameters = 0
    var curves = 0
    var controlPoints = 0
    var unknown = 0
  }

  struct Span: Encodable, Equatable {
    var lowest: Double
    var highest: Double
  }

  struct LongestEvent: Encodable {
    var time: Double
    var seconds: Double
  }

  struct MetadataItem: Encodable {
    var name: String
    var value: String
  }

  struct SoundFile: Encodable {
    var path: String
    var found: String?
    /// `nil` if missing or unreadable.
    var seconds: Double?
    var problem: String?
  }

  struct Findings: Encodable {
    var errors = 0
    var warnings = 0
    var notes = 0
  }

  var file: String
  var version: Double?
  var metadata: [MetadataItem]
  var durationSeconds: Double
  /// Includes releases and the actuator's ringing. The timeline's end if the pattern is too long to render.
  var endSeconds: Double
  var counts: Counts
  /// Before dynamic parameters and curves. `nil` without haptic events.
  var intensity: Span?
  var sharpness: Span?
  var longestContinuous: LongestEvent?
  var hapticOnSeconds: Double
  var soundFiles: [SoundFile]
  var findings: Findings
  var levels: RenderedLevels?
  var timeline: TimelineReport?
}

struct InfoDocument: Encodable {
  var schema = "thrum.info/1"
  var files: [PatternInfo]
}
