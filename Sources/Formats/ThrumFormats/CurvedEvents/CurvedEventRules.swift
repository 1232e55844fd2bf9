import ThrumPattern

struct CurvedEventRules: Sendable {
  let file: String
  let events: Int
  /// `nil` for no limit.
  let bytes: Int?
  /// Whether a continuous event needs a curve that starts and ends at 0.
  let startsAndEndsAtZero: Bool
  /// Overlap in ms that makes players join the parts of a longer event.
  let overlap: Int

  /// Latest start of an event, ms.
  static let latest = 1_800_000
  /// Maximum length of a continuous event, ms.
  static let longest = 5_000
  static let points = 4...16

  static let openHarmony = CurvedEventRules(
    file: "an OpenHarmony file", events: 128, bytes: 65_536, startsAndEndsAtZero: false, overlap: 1)
  /// In version 1 a file has one list of events, in version 2 any number of lists.
  static let richTap = CurvedEventRules(
    file: "a .he file of version 1", events: 16, bytes: nil, startsAndEndsAtZero: true, overlap: 0)
  static let richTapLists = CurvedEventRules(
    file: "a .he file", events: CurvedEventReader.most, bytes: nil, startsAndEndsAtZero: true, overlap: 0)
}
