@testable import ThrumPattern

private let points =
  #""ParameterCurveControlPoints":[{"Time":0,"ParameterValue":0},{"Time":1,"ParameterValue":1}]"#
private let tap = #"{"Event":{"Time":0.5,"EventType":"HapticTransient"}}"#
private let tapMembers = #""Time":0,"EventType":"HapticTransient""#
private let longMembers = #""Time":0,"EventType":"HapticContinuous","EventDuration":1"#

/// Inputs for every code; a test checks that none is missing.
let readingCases: [DiagnosticCase] = [
  DiagnosticCase(.notJSON, "{\"Version\": 1\n\"Pattern\": []}", at: "\"Pattern\": []}"),
  DiagnosticCase(.notJSON, #"{"Pattern": ['x']}"#, at: "'x']}"),
  DiagnosticCase(.emptyFile, "", at: ""),
  DiagnosticCase(.emptyFile, " \n", at: " \n"),
  DiagnosticCase(.badEncoding, "{\u{0}\u{0}\u{0}", at: "{"),
  DiagnosticCase(.numberNotFinite, #"{"Version":-Infinity}"#, at: "-Infinity}"),
  DiagnosticCase(.tooLarge, #"{"a":[[[[[[[["deep"]]]]]]]]}"#, at: #"["deep"]]]]]]]]}"#),
  DiagnosticCase(.trailingComma, #"{"Version":1,"Pattern":[\#(tap),]}"#, at: ",]}"),
  DiagnosticCase(.comment, #"{"Version":1,"Pattern":[\#(tap)]}//"#, at: "//"),
  DiagnosticCase(.byteOrderMark, "\u{FEFF}{\"Version\":1,\"Pattern\":[\(tap)]}", at: "\u{FEFF}{"),
  DiagnosticCase(.utf16, "{\u{0}}\u{0}", at: "{}"),
  DiagnosticCase(
    .duplicateKey, #"{"Version":2,"Version":1,"Pattern":[\#(tap)]}"#, "Version", at: #""Version":1,"Pattern"#),
  DiagnosticCase(
    .duplicateKey, #"{"Version":1,"Metadata":{"a":[{"b":1,"b":2}]},"Pattern":[\#(tap)]}"#, "Metadata.a[0].b",
    at: #""b":2"#),
  DiagnosticCase(.duplicateKey, event: #""Time":1,\#(tapMembers)"#, ".Time", at: #""Time":0"#),
  DiagnosticCase(
    .duplicateKey, entry: #"{"Event":{},"Event":{\#(tapMembers)}}"#, ".Event", at: #""Event":{"T"#),
  DiagnosticCase(.duplicateKey, event: #"\#(tapMembers),"my":{"k":0,"k":1}"#, ".my.k", at: #""k":1"#),

  DiagnosticCase(.noPattern, "[]", at: "[]"),
  DiagnosticCase(.noPattern, #"{"pattern":[]}"#, at: #"{"pattern""#),
  DiagnosticCase(.noPattern, #"{"Version":1,"Pattern":{}}"#, "Pattern", at: "{}}"),
  DiagnosticCase(.entryNotObject, entry: "5", at: "5]"),
  DiagnosticCase(.badEventEntry, entry: #"{"Event":[]}"#, ".Event", at: "[]}"),
  DiagnosticCase(.badEventEntry, event: #""EventType":"HapticTransient""#, at: #"{"EventType"#),
  DiagnosticCase(.badEventEntry, event: #""Time":0"#, at: #"{"Time"#),
  DiagnosticCase(
    .badEventEntry, event: #""Time":"1.0","EventType":"HapticTransient""#, ".Time", at: #""1.0""#),
  DiagnosticCase(.badEventEntry, event: #""Time":0,"EventType":7"#, ".EventType", at: "7"),
  DiagnosticCase(.badEventEntry, event: #""Time":0,"EventType":"HapticContinuous""#, at: "{\"Time"),
  DiagnosticCase(
    .badEventEntry, event: #"\#(tapMembers),"EventParameters":{}"#, ".EventParameters", at: "{}}"),
  DiagnosticCase(
    .badEventEntry, event: #"\#(tapMembers),"EventDuration":null"#, ".EventDuration", at: "null"),
  DiagnosticCase(
    .badEventEntry, event: #"\#(tapMembers),"EventWaveformPath":1"#, ".EventWaveformPath", at: "1}}"),
  DiagnosticCase(
    .badEventEntry, event: #"\#(tapMembers),"EventWaveformLoopEnabled":2"#, ".EventWaveformLoopEnabled",
    at: "2}}"),
  DiagnosticCase(
    .unknownEventType, event: #""Time":0,"EventType":"HapticTransent""#, ".EventType", at: #""HapticTransent"#
  ),
  DiagnosticCase(
    .invalidEventTime, event: #""Time":-0.1,"EventType":"HapticTransient""#, ".Time", at: "-0.1"),
  DiagnosticCase(
    .invalidEventDuration, event: #"\#(tapMembers),"EventDuration":-1"#, ".EventDuration", at: "-1"),
  DiagnosticCase(
    .badParameterEntry, entry: #"{"Parameter":{"Time":0,"ParameterValue":0}}"#, ".Parameter", at: #"{"Time"#),
  DiagnosticCase(.badParameterEntry, entry: #"{"Parameter":[]}"#, ".Parameter", at: "[]}"),
  DiagnosticCase(
    .badParameterEntry,
    entry: #"{"Parameter":{"Time":-1,"ParameterID":"AudioPanControl","ParameterValue":0}}"#,
    ".Parameter.Time", at: "-1"),
  DiagnosticCase(
    .badParameterEntry, entry: #"{"ParameterCurve":{"Time":0,"ParameterID":"AudioPanControl"}}"#,
    ".ParameterCurve", at: #"{"Time"#),
  DiagnosticCase(
    .badParameterEntry,
    curve: #""Time":0,"ParameterID":"AudioPanControl","ParameterCurveControlPoints":[{"Time":0}]"#,
    ".ParameterCurveControlPoints[0]", at: #"{"Time":0}]"#),
  DiagnosticCase(
    .badParameterEntry,
    event: #"\#(tapMembers),"EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":"1"}]"#,
    ".EventParameters[0].ParameterValue", at: #""1""#),
  DiagnosticCase(
    .unknownParameterID,
    event: #"\#(tapMembers),"EventParameters":[{"ParameterID":"Intensity","ParameterValue":1}]"#,
    ".EventParameters[0].ParameterID", at: #""Intensity""#),
  DiagnosticCase(
    .unknownParameterID, curve: #""Time":0,"ParameterID":"HapticIntensity",\#(points)"#, ".ParameterID",
    at: #""HapticIntensity""#),
  DiagnosticCase(.booleanNumber, event: #""Time":false,"EventType":"HapticTransient""#, ".Time", at: "false"),
  DiagnosticCase(
    .booleanNumber,
    event:
      #""Time":0,"EventType":"AudioCustom","EventWaveformPath":"there.wav","EventWaveformLoopEnabled":1"#,
    ".EventWaveformLoopEnabled", at: "1}}"),
  DiagnosticCase(.versionNotNumber, #"{"Version":"1.0","Pattern":[\#(tap)]}"#, "Version", at: #""1.0""#),
  DiagnosticCase(.versionNotNumber, #"{"Version":null,"Pattern":[\#(tap)]}"#, "Version", at: "null"),
  DiagnosticCase(
    .missingTime, curve: #""ParameterID":"HapticIntensityControl",\#(points)"#, at: #"{"ParameterID"#),
  DiagnosticCase(
    .metadataNotObject, #"{"Version":1,"Metadata":"me","Pattern":[\#(tap)]}"#, "Metadata", at: #""me""#),
  DiagnosticCase(.moreFindings, #"{"Version":1,"Pattern":[1,2,3]}"#, at: "3]"),
  DiagnosticCase(
    .emptyCurve, curve: #""Time":0,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[]"#,
    ".ParameterCurveControlPoints", at: "[]}"),
]

private let crowd = (1...9).map { #"{"Event":{"Time":0,"EventType":"HapticContinuous","EventDuration":\#($0)}}"# }
  .joined(separator: ",")
private let seventeen = (0..<17).map { #"{"Time":\#($0),"ParameterValue":0}"# }.joined(separator: ",")
private let sound = #""Time":0,"EventType":"AudioCustom""#

let lintCases: [DiagnosticCase] = [
  DiagnosticCase(.missingVersion, #"{"Pattern":[\#(tap)]}"#, at: "{\"Pattern"),
  DiagnosticCase(.unknownVersion, #"{"Version":0,"Pattern":[\#(tap)]}"#, "Version", at: "0,"),
  DiagnosticCase(.emptyPattern, #"{"Version":1,"Pattern":[]}"#, "Pattern", at: "[]"),
  DiagnosticCase(.misspeltKey, event: #"\#(tapMembers),"Duration":1"#, ".Duration", at: #""Duration""#),
  DiagnosticCase(
    .misspeltKey, entry: #"{"ParameterCurves":{}},\#(tap)"#, ".ParameterCurves", at: #""ParameterCurves""#),
  DiagnosticCase(
    .misspeltKey, curve: #""Time":0,"ParameterID":"HapticIntensityControl","EventDuration":1,\#(points)"#,
    ".EventDuration", at: #""EventDuration""#),
  DiagnosticCase(
    .misspeltKey, #"{"Version":1,"Pattern":[\#(tap)],"metadata":{}}"#, "metadata", at: #""metadata""#),
  DiagnosticCase(
    .ignoredKey, #"{"Version":1,"Author":"me","Pattern":[\#(tap)]}"#, "Author", at: #""Author""#),
  DiagnosticCase(
    .ignoredKey,
    curve:
      #""Time":0,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[{"Time":0,"ParameterValue":0},{"Time":1,"ParameterValue":1,"Bend":2}]"#,
    ".ParameterCurveControlPoints[1].Bend", at: #""Bend""#),
  DiagnosticCase(.ignoredEntry, entry: #"{"Marker":1},\#(tap)"#, ".Marker", at: #""Marker""#),
  DiagnosticCase(.ignoredEntry, entry: #"{},\#(tap)"#, at: "{}"),
  DiagnosticCase(.severalKeysInEntry, entry: #"{"Event":{\#(tapMembers)},"Note":1}"#, at: #"{"Event""#),
  DiagnosticCase(
    .durationZero, event: #""Time":0,"EventType":"HapticContinuous","EventDuration":0"#, ".EventDuration",
    at: "0}}"),
  DiagnosticCase(
    .transientDuration, event: #"\#(tapMembers),"EventDuration":0.1"#, ".EventDuration", at: "0.1"),
  DiagnosticCase(
    .longEvent, event: #""Time":0,"EventType":"HapticContinuous","EventDuration":31"#, ".EventDuration",
    at: "31"),
  DiagnosticCase(
    .eventValueOutOfRange,
    event: #"\#(tapMembers),"EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":1.32}]"#,
    ".EventParameters[0].ParameterValue", at: "1.32"),
  DiagnosticCase(
    .parameterNotApplicable,
    event: #"\#(tapMembers),"EventParameters":[{"ParameterID":"AttackTime","ParameterValue":0.5}]"#,
    ".EventParameters[0].ParameterID", at: #""AttackTime""#),
  DiagnosticCase(
    .envelopeWithoutEffect,
    event: #"\#(longMembers),"EventParameters":[{"ParameterID":"DecayTime","ParameterValue":0.5}]"#,
    ".EventParameters[0].ParameterID", at: #""DecayTime""#),
  DiagnosticCase(
    .repeatedParameter,
    event:
      #"\#(tapMembers),"EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.5},{"ParameterID":"HapticIntensity","ParameterValue":1}]"#,
    ".EventParameters[1]", at: #"{"ParameterID":"HapticIntensity","ParameterValue":1}"#),
  DiagnosticCase(
    .controlValueOutOfRange,
    entry: #"{"Parameter":{"Time":0,"ParameterID":"HapticIntensityControl","ParameterValue":2}},\#(tap)"#,
    ".Parameter.ParameterValue", at: "2}}"),
  DiagnosticCase(
    .controlWithoutEvents,
    entry: #"{"Parameter":{"Time":0,"ParameterID":"AudioPanControl","ParameterValue":0}},\#(tap)"#,
    ".Parameter", at: #"{"Time":0,"ParameterID"#),
  DiagnosticCase(
    .singlePointCurve,
    curve:
      #""Time":0,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[{"Time":1,"ParameterValue":0}]"#,
    ".ParameterCurveControlPoints", at: "[{\"Time\":1"),
  DiagnosticCase(
    .unorderedPoints,
    curve:
      #""Time":0,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[{"Time":1,"ParameterValue":0},{"Time":0.5,"ParameterValue":0}]"#,
    ".ParameterCurveControlPoints[1].Time", at: "0.5"),
  DiagnosticCase(
    .absolutePointTimes,
    curve:
      #""Time":2,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[{"Time":2.0,"ParameterValue":0},{"Time":3,"ParameterValue":0}]"#,
    ".ParameterCurveControlPoints[0].Time", at: "2.0"),
  DiagnosticCase(
    .manyPoints,
    curve: #""Time":0,"ParameterID":"HapticIntensityControl","ParameterCurveControlPoints":[\#(seventeen)]"#,
    ".ParameterCurveControlPoints", at: "[{\"Time\":0,"),
  DiagnosticCase(
    .overlappingCurves,
    entry:
      #"{"ParameterCurve":{"Time":0.5,"ParameterID":"HapticIntensityControl",\#(points)}},{"ParameterCurve":{"Time":0,"ParameterID":"HapticIntensityControl",\#(points)}},{"Event":{\#(longMembers)}}"#,
    ".ParameterCurve", at: #"{"Time":0.5"#),
  DiagnosticCase(
    .transientsUnderCurve,
    entry: #"\#(tap),{"ParameterCurve":{"Time":0,"ParameterID":"HapticIntensityControl",\#(points)}}"#,
    ".Event", at: #"{"Time":0.5"#),
  DiagnosticCase(.missingWaveformPath, event: sound, ".EventWaveformPath", at: "{\"Time"),
  DiagnosticCase(
    .missingWaveformFile, event: #"\#(sound),"EventWaveformPath":"gone.wav""#, ".EventWaveformPath",
    at: #""gone.wav""#),
  DiagnosticCase(
    .unreadableWaveformFile, event: #"\#(sound),"EventWaveformPath":"pointer.wav""#, ".EventWaveformPath",
    at: #""pointer.wav""#),
  DiagnosticCase(
    .unportableWaveformPath, event: #"\#(sound),"EventWaveformPath":"form.wav""#, ".EventWaveformPath",
    at: #""form.wav""#),
  DiagnosticCase(
    .unportableWaveformPath, event: #"\#(sound),"EventWaveformPath":"/there.wav""#, ".EventWaveformPath",
    at: #""/there.wav""#),
  DiagnosticCase(
    .waveformNotApplicable, event: #"\#(tapMembers),"EventWaveformPath":"there.wav""#, ".EventWaveformPath",
    at: #""there.wav""#),
  DiagnosticCase(
    .manyEventsAtOnce, #"{"Version":1,"Pattern":[\#(crowd)]}"#, "Pattern[8].Event", at: #"{"Time"#),
  DiagnosticCase(
    .notFelt,
    event: #"\#(tapMembers),"EventParameters":[{"ParameterID":"HapticIntensity","ParameterValue":0.01}]"#,
    at: #"{"Time"#),
  DiagnosticCase(
    .repeatedEvent, #"{"Version":1,"Pattern":[\#(tap),{"Event":{ "Time":0.5,"EventType":"HapticTransient"}}]}"#,
    "Pattern[1].Event", at: #"{ "Time"#),
]
