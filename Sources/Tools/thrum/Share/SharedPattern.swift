import FoundationEssentials
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOutput
import ThrumPattern

struct SharedPattern {
  let name: String
  let bytes: [UInt8]
  /// What changes in ``bytes`` because the file's parts are merged, or `nil`.
  let mergingChange: String?
  let group: PatternGroup
  let timeline: PatternTimeline
  let report: FeelReport
  let sound: ShareSound
  let pictures: Pictures?
  /// Durations in ms for a browser's vibration, alternately on and off.
  let vibration: [Int]
  /// What is left of the difference between the vibration and the pattern, or `nil` without a vibration.
  let vibrationDifference: String?

  /// PNG images for windows up to 600 points wide and for wider ones.
  struct Pictures {
    let narrow, narrowDark, wide, wideDark: [UInt8]
  }

  /// Browsers ignore any more than this.
  private static let mostDurations = 99

  init(
    _ file: WholeFile, monitor: MonitorMode, find: ((String) -> String?)? = nil,
    say: (String) -> Void = { Console.message($0) }, work: Work<any Error>
  ) throws {
    name = URL(fileURLWithPath: file.name).lastPathComponent
    let group = try file.playable(say)
    self.group = group
    // One file is easier to hand on; the page's text says what merging the parts changes.
    bytes = file.document.format == .ahap ? file.bytes : AHAP.write(file.document.merged ?? group.patterns[0])
    mergingChange = file.document.mergingChange
    sound = try ShareSound(file, monitor: monitor, find: find, say: say, work)
    var timeline = PatternTimeline()
    for pattern in group.patterns { timeline.add(pattern, soundSeconds: sound.soundSeconds) }
    self.timeline = timeline
    var analyses = FeelMotor.usual.map { FeelAnalysis($0) }
    report = try FeelReport(group, path: name, on: &analyses, work)
    pictures = SharedPattern.pictures(file, find: find, work)
    try work.check()
    let fit = try PulseFit.searched(PulseDesign(group, work), work)
    vibration = Array(fit.train.onOff.prefix(Self.mostDurations))
    vibrationDifference = vibration.isEmpty ? nil : fit.words
  }

  private static func pictures(
    _ file: WholeFile, find: ((String) -> String?)?, _ work: Work<any Error>
  ) -> Pictures? {
    func picture(_ width: Int, _ height: Int, isDark: Bool) -> [UInt8]? {
      let request = PlotRequest(
        format: .png, width: width, height: height, motor: RenderSettings(), isDark: isDark, title: "")
      return try? PlotMaker(request: request, files: file.parts, findSound: find, say: { _ in }, work: work).bytes()
    }
    guard let narrow = picture(480, 340, isDark: false), let narrowDark = picture(480, 340, isDark: true),
      let wide = picture(1000, 420, isDark: false), let wideDark = picture(1000, 420, isDark: true)
    else { return nil }
    return Pictures(narrow: narrow, narrowDark: narrowDark, wide: wide, wideDark: wideDark)
  }
}

enum HTML {
  /// Escapes text for an element, or for an attribute in quotes.
  static func text(_ words: String) -> String {
    var result = ""
    for character in UserText.printable(words).unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  static func data(_ bytes: [UInt8], _ type: String) -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  /// Encodes JSON for a `script` element. Escapes `<`, because `</` and `<!--` are special there.
  static func json(_ value: some Encodable) throws -> String {
    try JSONText.encode(value, compact: true).replacing("<", with: #"\u003C"#)
  }

  static func row(_ cells: [String], header: Bool = false) -> String {
    let tag = header ? "th" : "td"
    return "<tr>" + cells.map { "<\(tag)\(header ? " scope=\"col\"" : "")>\($0)</\(tag)>" }.joined() + "</tr>"
  }

  static func table(_ heads: [String], _ rows: [[String]]) -> String {
    "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table><thead>"
      + row(heads.map(text), header: true) + "</thead><tbody>" + rows.map { row($0) }.joined(separator: "\n")
      + "</tbody></table></div>"
  }
}
