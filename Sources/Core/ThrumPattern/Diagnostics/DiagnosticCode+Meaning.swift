extension DiagnosticCode {
  /// Severity of findings with this code. Some findings on a motor are only notes (`Docs/Feel.md`).
  public var severity: Severity {
    switch self {
    case .notJSON, .emptyFile, .badEncoding, .numberNotFinite, .tooLarge, .noPattern, .entryNotObject,
      .badEventEntry, .unknownEventType, .invalidEventTime, .invalidEventDuration, .badParameterEntry,
      .unknownParameterID, .missingWaveformPath, .emptyCurve, .unreadableWaveformFile, .badClip, .badEffect,
      .badImport:
      .error
    case .trailingComma, .comment, .byteOrderMark, .utf16, .duplicateKey, .booleanNumber, .versionNotNumber,
      .missingTime, .metadataNotObject, .unknownVersion, .emptyPattern, .misspeltKey, .severalKeysInEntry,
      .durationZero, .longEvent, .eventValueOutOfRange, .parameterNotApplicable, .repeatedParameter,
      .controlValueOutOfRange, .unorderedPoints, .absolutePointTimes, .overlappingCurves,
      .missingWaveformFile, .unportableWaveformPath, .envelopeWithoutEffect, .tolerantClip, .unknownClipField,
      .repeatedEvent, .lossyEffect, .lossyImport, .notFeltOnMotor, .tooShortForMotor, .swallowed, .fused, .orderChanged:
      .warning
    case .moreFindings, .missingVersion, .ignoredKey, .ignoredEntry, .transientDuration,
      .controlWithoutEvents, .singlePointCurve, .manyPoints, .transientsUnderCurve, .waveformNotApplicable,
      .manyEventsAtOnce, .notFelt, .smeared, .uncertainlyFelt, .faint, .silentEvent:
      .note
    }
  }

  /// Core Haptics error code (domain `com.apple.CoreHaptics`) that a device reports, if any.
  public var coreHapticsCode: Int? {
    switch self {
    case .notJSON, .emptyFile, .badEncoding, .numberNotFinite, .badClip, .badEffect, .badImport: -4813
    case .noPattern, .entryNotObject: -4814
    case .unknownParameterID: -4820
    case .unknownEventType: -4821
    case .invalidEventTime: -4822
    case .invalidEventDuration: -4823
    case .badEventEntry, .missingWaveformPath: -4830
    case .badParameterEntry, .emptyCurve: -4831
    case .unreadableWaveformFile: -4824
    case .missingWaveformFile: -4851
    default: nil
    }
  }

  /// A short title.
  public var title: String {
    switch self {
    case .notJSON: "not JSON"
    case .emptyFile: "empty file"
    case .badEncoding: "malformed text encoding"
    case .numberNotFinite: "number is not finite"
    case .tooLarge: "limit exceeded"
    case .trailingComma: "trailing comma"
    case .comment: "comment"
    case .byteOrderMark: "byte order mark"
    case .utf16: "UTF-16 text"
    case .duplicateKey: "duplicate member"
    case .noPattern: "no Pattern array"
    case .entryNotObject: "entry is not an object"
    case .badEventEntry: "incomplete event"
    case .unknownEventType: "unknown event type"
    case .invalidEventTime: "invalid event time"
    case .invalidEventDuration: "invalid event duration"
    case .badParameterEntry: "incomplete parameter or curve"
    case .unknownParameterID: "unknown parameter"
    case .booleanNumber: "boolean and number mixed up"
    case .versionNotNumber: "Version is not a number"
    case .missingTime: "missing Time"
    case .metadataNotObject: "Metadata is not an object"
    case .moreFindings: "more findings"
    case .missingVersion: "missing Version"
    case .unknownVersion: "unknown Version"
    case .emptyPattern: "empty pattern"
    case .misspeltKey: "misspelt or misplaced member"
    case .ignoredKey: "ignored member"
    case .ignoredEntry: "ignored entry"
    case .severalKeysInEntry: "several members in an entry"
    case .durationZero: "duration of zero"
    case .transientDuration: "transient with a duration"
    case .longEvent: "event longer than 30 s"
    case .eventValueOutOfRange: "event value out of range"
    case .parameterNotApplicable: "parameter without effect on this event"
    case .envelopeWithoutEffect: "envelope parameter without effect"
    case .repeatedParameter: "repeated parameter"
    case .controlValueOutOfRange: "control value out of range"
    case .controlWithoutEvents: "control without events"
    case .singlePointCurve: "curve with one point"
    case .unorderedPoints: "points out of order"
    case .absolutePointTimes: "absolute point times"
    case .manyPoints: "more than 16 points"
    case .overlappingCurves: "overlapping curves"
    case .transientsUnderCurve: "transients under an intensity curve"
    case .missingWaveformPath: "missing waveform path"
    case .missingWaveformFile: "missing sound file"
    case .waveformNotApplicable: "waveform member without effect"
    case .manyEventsAtOnce: "many events at once"
    case .notFelt: "too weak to be felt"
    case .repeatedEvent: "the same event twice"
    case .unreadableWaveformFile: "sound file that cannot be played"
    case .unportableWaveformPath: "sound path that holds only here"
    case .emptyCurve: "curve without points"
    case .badClip: "not a usable .haptic clip"
    case .tolerantClip: "clip that strict readers reject"
    case .unknownClipField: "unknown member of a clip"
    case .badEffect: "not a usable effect for Android"
    case .lossyEffect: "cannot be fully expressed as a pattern"
    case .badImport: "file that cannot be imported"
    case .lossyImport: "changed or lost on import"
    case .notFeltOnMotor: "not felt on a motor"
    case .tooShortForMotor: "too short for a motor"
    case .swallowed: "hidden by a stronger event"
    case .fused: "transients felt as one"
    case .orderChanged: "order of strengths changed"
    case .smeared: "too fast for a motor"
    case .uncertainlyFelt: "uncertain whether it is felt"
    case .faint: "faint"
    case .silentEvent: "event of intensity 0"
    }
  }
}
