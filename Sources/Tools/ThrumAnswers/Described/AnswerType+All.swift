/// The types of answers. A test holds them against answers.
extension AnswerType {
  package static let all = findings + waves + verdicts + texts + choices

  private static let place: [Member] = [
    .optional("line", .number, "from 1"), .optional("column", .number, "from 1, in Unicode scalars"),
  ]

  private static let findings = [
    AnswerType(
      "Diagnostic", "A finding as `thrum lint --json` lists it",
      [
        Member("code", .text), Member("title", .text), Member("severity", .text), Member("file", .text),
        .optional("line", .number), .optional("column", .number), .optional("offset", .number, "bytes"),
        Member("path", .text, "in the JSON"), Member("message", .text), Member("remedy", .text),
        .optional("coreHapticsCode", .number),
      ]),
    AnswerType(
      "Finding", "A finding, or a verdict that an event is lost or changed",
      [Member("code", .text), Member("severity", .text)] + place + [
        .optional("path", .text, "in the JSON"), Member("message", .text), .optional("remedy", .text),
        .optional("cure", .text, "what its cure does, if it has one"),
        .optional("motor", .text, "of a verdict"), .optional("index", .number, "of its event among the haptic events"),
      ]),
    AnswerType(
      "AnalysisAnswer", "",
      [
        Member("diagnostics", .list(.named("Finding"))), .optional("duration", .number, "s"),
        .optional("wave", .named("Wave"), "if the text can be played"), Member("sounds", .list(.named("SoundNote"))),
        .optional("sound", .named("TakeFacts"), "if the text can be played"),
      ]),
    AnswerType(
      "SoundNote", "A sound that a pattern names",
      [
        Member("found", .flag), Member("path", .text), .optional("peaks", .list(.number), "up to 400, full scale at 1"),
        .optional("seconds", .number),
      ]),
  ]

  private static let columns: [Member] = [
    Member("low", .list(.number)), Member("high", .list(.number)), Member("core", .list(.number), "RMS of each column"),
  ]

  private static let waves = [
    AnswerType(
      "Wave", "Minimum and maximum of the acceleration in columns; it ends with the sound or after 30 minutes",
      [Member("signal", .text), Member("unit", .text), Member("seconds", .number)] + columns + [
        Member("peak", .number), .optional("touchLevelDecibels", .number),
      ]),
    AnswerType(
      "WaveRange", "Columns of a range", [Member("from", .number, "s"), Member("to", .number, "s")] + columns),
    AnswerType(
      "TakeFacts", "Where the samples of a version are",
      [
        Member("take", .text), Member("sampleRate", .number),
        Member("blockFrames", .number, "frames of each block but the last one"),
      ]),
    AnswerType(
      "LevelMatch", "Gains that make two takes equally strong",
      [Member("gain", .number, "dB"), Member("otherGain", .number, "dB")]),
  ]

  private static let verdicts = [
    AnswerType(
      "FeelReport", "Verdicts as `thrum feel --json` lists them",
      [Member("schema", .text), Member("path", .text), Member("motors", .list(.named("FeltMotorReport")))]),
    AnswerType(
      "FeltMotorReport", "",
      [Member("name", .text), Member("isPhone", .flag), Member("events", .list(.named("FeltEventReport")))]),
    AnswerType(
      "FeltEventReport", "",
      [
        Member("index", .number), Member("time", .number, "s"), Member("verdict", .text), Member("isFinding", .flag),
        Member("isLost", .flag), Member("decibelsOverThreshold", .number), Member("decibelsAlone", .number),
        Member("reachedPercent", .number), Member("cure", .nullable(.named("FeltCure"))),
        Member("advice", .nullable(.text)),
      ]),
    AnswerType(
      "FeltCure", "A change of one value", [Member("kind", .text), Member("from", .number), Member("to", .number)]),
    AnswerType(
      "FeelAnswer", "Verdicts by motor",
      [
        Member("kinds", .list(.text), "verdicts from worst to best"),
        .optional("places", .list(.number), "with `around`: the judged ones among the haptic events"),
        Member("motors", .list(.named("FeltLane"))), Member("findings", .list(.named("Finding"))),
      ]),
    AnswerType(
      "FeltLane", "Verdicts on one motor, for each judged haptic event in order",
      [
        Member("name", .text), Member("verdicts", .text, "a digit: the index in `kinds`"),
        Member("findings", .text, "1 if the event is lost or changed, or 0"),
        Member("levels", .list(.number), "tenths of dB above the threshold of touch"),
      ]),
    AnswerType(
      "Reach", "What a motor does with an event, by sharpness",
      [
        Member("sharpness", .list(.number)), .optional("hertz", .list(.number), "absent for eccentric motors"),
        Member("leastIntensity", .list(.nullable(.number)), "the lowest that is felt; `null` if even 1 is not"),
      ]),
  ]

  private static let texts = [
    AnswerType("CuredText", "A text after a cure", [Member("text", .text), Member("title", .text, "what it did")]),
    AnswerType(
      "ConvertedText", "A converted text",
      [Member("text", .text), Member("notes", .list(.text), "what was lost or changed")]),
    AnswerType("PresetText", "", [Member("text", .text)]),
    AnswerType(
      "GeneratedText", "",
      [
        Member("text", .text), Member("sound", .number, "for asking again; the last two are kept"),
        Member("notes", .list(.text), "what was removed from the sound, and why a pattern is empty"),
      ]),
    AnswerType(
      "FileShape", "Largest intensities in 32 columns, as digits 0…9",
      [Member("revision", .text), Member("seconds", .number), Member("taps", .text), Member("holds", .text)]),
  ]

  private static let choices = [
    AnswerType(
      "Catalogue", "",
      [
        Member("version", .text), Member("actuators", .list(.named("Choice"))),
        Member("endings", .list(.text), "of files that are patterns"), Member("monitors", .list(.named("Choice"))),
        Member("exports", .list(.named("ExportFormat"))), Member("presets", .list(.named("Choice"))),
      ]),
    AnswerType(
      "Choice", "A value of a setting",
      [Member("name", .text), .optional("title", .text, "for people, if it differs"), Member("about", .text)]),
    AnswerType(
      "ExportFormat", "",
      [Member("id", .text), Member("title", .text), Member("ending", .text), Member("group", .text)]),
  ]
}
