/// What a finding is about. Raw values are stable: a code never changes its meaning and is never used again.
///
/// `AHAP0xx` come from reading: what is not JSON, and what Core Haptics would refuse or what was tolerated.
/// `AHAP1xx` come from the ``Linter``, `CLIP0xx` from reading `.haptic` files, `ANDR0xx` from reading effects for
/// Android. `Docs/Diagnostics.md` lists all with cause and remedy.
public enum DiagnosticCode: String, CaseIterable, Sendable, Hashable {
  /// The text is not JSON.
  case notJSON = "AHAP001"
  /// The file has no content.
  case emptyFile = "AHAP002"
  /// The text is not well-formed UTF-8 or UTF-16.
  case badEncoding = "AHAP003"
  /// A number is infinite, not a number, or beyond what a double holds.
  case numberNotFinite = "AHAP004"
  /// A limit of the reader is exceeded.
  case tooLarge = "AHAP005"
  /// A comma stands before `]` or `}`.
  case trailingComma = "AHAP006"
  /// JSON has no comments.
  case comment = "AHAP007"
  /// The file begins with a byte order mark.
  case byteOrderMark = "AHAP008"
  /// The file is UTF-16.
  case utf16 = "AHAP009"
  /// A member name occurs twice in one object.
  case duplicateKey = "AHAP010"

  /// There is no usable `Pattern` array.
  case noPattern = "AHAP020"
  /// An element of the `Pattern` array is no object.
  case entryNotObject = "AHAP021"
  /// An event lacks a required member or has one of the wrong kind.
  case badEventEntry = "AHAP022"
  /// An `EventType` that does not exist.
  case unknownEventType = "AHAP023"
  /// An event before the start of the pattern.
  case invalidEventTime = "AHAP024"
  /// An event with a negative duration.
  case invalidEventDuration = "AHAP025"
  /// A parameter or curve lacks a required member or has one of the wrong kind.
  case badParameterEntry = "AHAP026"
  /// A `ParameterID` that does not exist in its place.
  case unknownParameterID = "AHAP027"
  /// A boolean in place of a number, or 0 or 1 in place of a boolean.
  case booleanNumber = "AHAP028"
  /// `Version` is not a number.
  case versionNotNumber = "AHAP029"
  /// A parameter or curve without `Time`.
  case missingTime = "AHAP030"
  /// `Metadata` is no object.
  case metadataNotObject = "AHAP031"
  /// A curve without any point.
  case emptyCurve = "AHAP032"
  /// There are more findings of a code than are listed.
  case moreFindings = "AHAP099"

  /// `Version` is missing.
  case missingVersion = "AHAP101"
  /// `Version` is a number that no Core Haptics has.
  case unknownVersion = "AHAP102"
  /// The pattern plays nothing.
  case emptyPattern = "AHAP103"
  /// A member that Core Haptics ignores, because its name is misspelt or belongs elsewhere.
  case misspeltKey = "AHAP104"
  /// A member that Core Haptics ignores.
  case ignoredKey = "AHAP105"
  /// An entry that Core Haptics ignores.
  case ignoredEntry = "AHAP106"
  /// An entry with more than one member.
  case severalKeysInEntry = "AHAP107"
  /// A continuous event of no length.
  case durationZero = "AHAP108"
  /// A transient with a duration.
  case transientDuration = "AHAP109"
  /// An event longer than the device plays.
  case longEvent = "AHAP110"
  /// The value of an event parameter lies outside its range.
  case eventValueOutOfRange = "AHAP111"
  /// An event parameter that its type of event does not respond to.
  case parameterNotApplicable = "AHAP112"
  /// An envelope parameter that `Sustained` switches off.
  case envelopeWithoutEffect = "AHAP113"
  /// One event gives a parameter twice.
  case repeatedParameter = "AHAP114"
  /// The value of a dynamic parameter or curve lies outside its range.
  case controlValueOutOfRange = "AHAP115"
  /// A control that no event of the pattern responds to.
  case controlWithoutEvents = "AHAP116"
  /// A curve of one point.
  case singlePointCurve = "AHAP117"
  /// The points of a curve are not in the order of time.
  case unorderedPoints = "AHAP118"
  /// The times of a curve's points seem to count from the start of the pattern.
  case absolutePointTimes = "AHAP119"
  /// A curve of more points than are documented to work.
  case manyPoints = "AHAP120"
  /// Two curves of one control overlap.
  case overlappingCurves = "AHAP121"
  /// Transients that an intensity curve scales.
  case transientsUnderCurve = "AHAP122"
  /// An `AudioCustom` event without `EventWaveformPath`.
  case missingWaveformPath = "AHAP123"
  /// The sound file does not exist.
  case missingWaveformFile = "AHAP124"
  /// A waveform member on an event that plays no file.
  case waveformNotApplicable = "AHAP125"
  /// Many events sound at once.
  case manyEventsAtOnce = "AHAP126"
  /// An event too weak to be felt.
  case notFelt = "AHAP127"
  /// An event stands in the pattern twice.
  case repeatedEvent = "AHAP128"

  /// A `.haptic` file that cannot be used.
  case badClip = "CLIP001"
  /// A `.haptic` file that strict readers refuse.
  case tolerantClip = "CLIP002"
  /// A member of a `.haptic` file that is left out.
  case unknownClipField = "CLIP003"

  /// A file for Android that cannot be used.
  case badEffect = "ANDR001"
  /// Something of an effect for Android that a pattern cannot say, or that Android refuses.
  case lossyEffect = "ANDR002"
}
