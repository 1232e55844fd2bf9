/// Kind of finding. Raw values are stable and never reused.
///
/// Codes `AHAP0xx` come from reading, `AHAP1xx` from the ``Linter``, `CLIP0xx` from `.haptic` files, `ANDR0xx` from
/// Android effects, `FILE0xx` from other formats, and `FEEL0xx` from judging a pattern on a motor.
/// `Docs/Diagnostics.md` lists causes and remedies.
public enum DiagnosticCode: String, CaseIterable, Sendable, Hashable {
  /// The text is not JSON.
  case notJSON = "AHAP001"
  /// The file has no content.
  case emptyFile = "AHAP002"
  /// The text is not well-formed UTF-8 or UTF-16.
  case badEncoding = "AHAP003"
  /// A number is infinite, NaN, or outside a double's range.
  case numberNotFinite = "AHAP004"
  /// A limit is exceeded.
  case tooLarge = "AHAP005"
  /// A comma before `]` or `}`.
  case trailingComma = "AHAP006"
  /// A comment.
  case comment = "AHAP007"
  /// The file starts with a byte order mark.
  case byteOrderMark = "AHAP008"
  /// The file is encoded in UTF-16.
  case utf16 = "AHAP009"
  /// A member name occurs twice in one object.
  case duplicateKey = "AHAP010"

  /// There is no usable `Pattern` array.
  case noPattern = "AHAP020"
  /// An entry is not an object.
  case entryNotObject = "AHAP021"
  /// An event lacks a member or has a member of the wrong kind.
  case badEventEntry = "AHAP022"
  /// An unknown `EventType`.
  case unknownEventType = "AHAP023"
  /// An event before the start of the pattern.
  case invalidEventTime = "AHAP024"
  /// An event with a negative duration.
  case invalidEventDuration = "AHAP025"
  /// A parameter or curve lacks a member or has a member of the wrong kind.
  case badParameterEntry = "AHAP026"
  /// A `ParameterID` that is unknown or not allowed in its entry.
  case unknownParameterID = "AHAP027"
  /// A boolean instead of a number, or 0 or 1 instead of a boolean.
  case booleanNumber = "AHAP028"
  /// `Version` is not a number.
  case versionNotNumber = "AHAP029"
  /// A parameter or curve without `Time`.
  case missingTime = "AHAP030"
  /// `Metadata` is not an object.
  case metadataNotObject = "AHAP031"
  /// A curve without points.
  case emptyCurve = "AHAP032"
  /// One code has more findings than are listed.
  case moreFindings = "AHAP099"

  /// `Version` is missing.
  case missingVersion = "AHAP101"
  /// A `Version` that Core Haptics does not define.
  case unknownVersion = "AHAP102"
  /// The pattern plays nothing.
  case emptyPattern = "AHAP103"
  /// A misspelt or misplaced member, which Core Haptics ignores.
  case misspeltKey = "AHAP104"
  /// A member that Core Haptics ignores.
  case ignoredKey = "AHAP105"
  /// An entry that Core Haptics ignores.
  case ignoredEntry = "AHAP106"
  /// An entry with more than one member.
  case severalKeysInEntry = "AHAP107"
  /// A continuous event with a duration of 0.
  case durationZero = "AHAP108"
  /// A transient with a duration.
  case transientDuration = "AHAP109"
  /// An event longer than a device can play.
  case longEvent = "AHAP110"
  /// An event parameter out of range.
  case eventValueOutOfRange = "AHAP111"
  /// An event parameter that has no effect on its event type.
  case parameterNotApplicable = "AHAP112"
  /// An envelope parameter that `Sustained` disables.
  case envelopeWithoutEffect = "AHAP113"
  /// An event with two values for one parameter.
  case repeatedParameter = "AHAP114"
  /// A dynamic parameter or curve value out of range.
  case controlValueOutOfRange = "AHAP115"
  /// A control to which no event responds.
  case controlWithoutEvents = "AHAP116"
  /// A curve with a single point.
  case singlePointCurve = "AHAP117"
  /// Control points that are not sorted by time.
  case unorderedPoints = "AHAP118"
  /// Control point times that seem to count from the start of the pattern.
  case absolutePointTimes = "AHAP119"
  /// A curve with more points than Core Haptics' documentation allows.
  case manyPoints = "AHAP120"
  /// Two overlapping curves for one control.
  case overlappingCurves = "AHAP121"
  /// Transients scaled by an intensity curve.
  case transientsUnderCurve = "AHAP122"
  /// An `AudioCustom` event without `EventWaveformPath`.
  case missingWaveformPath = "AHAP123"
  /// A sound file that does not exist.
  case missingWaveformFile = "AHAP124"
  /// A waveform member on an event that does not play a file.
  case waveformNotApplicable = "AHAP125"
  /// Many simultaneous events.
  case manyEventsAtOnce = "AHAP126"
  /// An event too weak to be felt.
  case notFelt = "AHAP127"
  /// An event that occurs twice.
  case repeatedEvent = "AHAP128"
  /// A sound file that cannot be played.
  case unreadableWaveformFile = "AHAP129"
  /// A sound path that another machine may resolve otherwise.
  case unportableWaveformPath = "AHAP130"

  /// A `.haptic` file that cannot be used.
  case badClip = "CLIP001"
  /// A `.haptic` file that strict readers refuse.
  case tolerantClip = "CLIP002"
  /// An unknown member of a `.haptic` file, which is dropped.
  case unknownClipField = "CLIP003"

  /// An Android file that cannot be used.
  case badEffect = "ANDR001"
  /// Part of an Android effect that a pattern cannot express or that Android rejects.
  case lossyEffect = "ANDR002"

  /// An unusable file in another format.
  case badImport = "FILE001"
  /// Part of another format's file that a pattern cannot express or that the format's players reject.
  case lossyImport = "FILE002"

  /// An event below the threshold of touch on a motor.
  case notFeltOnMotor = "FEEL001"
  /// An event too short for a motor to reach half of a long event's amplitude.
  case tooShortForMotor = "FEEL002"
  /// An event hidden by a stronger one at the same time.
  case swallowed = "FEEL003"
  /// A transient that starts too soon after another, or while that one is still ringing.
  case fused = "FEEL004"
  /// An event that feels weaker on a motor than an event meant to be weaker.
  case orderChanged = "FEEL005"
  /// An attack or decay that is faster than a motor can follow.
  case smeared = "FEEL006"
  /// An event that is felt only at some of the resonances that a motor may have.
  case uncertainlyFelt = "FEEL007"
  /// An event between 6 dB below and 6 dB above the threshold of touch.
  case faint = "FEEL008"
  /// An event of intensity 0.
  case silentEvent = "FEEL009"
}
