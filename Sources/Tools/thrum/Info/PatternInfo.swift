import ThrumAnalysis
import ThrumPattern

/// What `info` says about a file; the members of the JSON document.
struct PatternInfo: Encodable {
  /// How many of everything.
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

  /// The smallest and the largest value.
  struct Span: Encodable, Equatable {
    var lowest: Double
    var highest: Double
  }

  /// A time and a length, s.
  struct Stretch: Encodable {
    var time: Double
    var seconds: Double
  }

  /// A member of the metadata as text.
  struct MetadataItem: Encodable {
    var name: String
    var value: String
  }

  /// A sound file that the pattern names.
  struct SoundFile: Encodable {
    var path: String
    /// Where it was found; `nil` when it is missing.
    var found: String?
    /// `nil` when it is missing or cannot be read.
    var seconds: Double?
    var problem: String?
  }

  /// Findings of the linter.
  struct Findings: Encodable {
    var errors = 0
    var warnings = 0
    var notes = 0
  }

  var file: String
  var version: Double?
  var metadata: [MetadataItem]
  /// The pattern's own length.
  var durationSeconds: Double
  /// The length of what `render` writes: with the tails of releases and the motor's ring; without them when the pattern is too
  /// long to be rendered.
  var endSeconds: Double
  var counts: Counts
  /// Of haptic events, as they take effect before controls; `nil` without such events.
  var intensity: Span?
  var sharpness: Span?
  var longestContinuous: Stretch?
  /// Time in which a haptic event sounds.
  var hapticOnSeconds: Double
  var soundFiles: [SoundFile]
  var findings: Findings
  /// `nil` when the pattern was too long to be rendered.
  var levels: RenderedLevels?
  /// What takes effect; only when it was asked for.
  var timeline: TimelineReport?
}

/// The document of `info --json`.
struct InfoDocument: Encodable {
  var schema = "thrum.info/1"
  var files: [PatternInfo]
}
