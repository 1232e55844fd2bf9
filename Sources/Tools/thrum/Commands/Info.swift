import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumPattern

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show statistics and a text plot of AHAP files.",
    discussion: """
      Examples:
        thrum info tap.ahap
        thrum info Patterns/*.ahap --json | jq '.files[] | [.file, .durationSeconds]'
        thrum info tap.ahap --ascii  (also with TERM=dumb)
        thrum info tap.ahap --no-plot
        thrum info tap.ahap --events --no-plot  (a line per event, for git's textconv)
        thrum info tap.ahap --json --events | jq '.files[].timeline.taps'

      Levels are for the default motor at 0 dB. In the plot, height is intensity and digits are tenths of \
      sharpness; ● is a round tap, ◆ one in between, ▲ a crisp one.
      """)

  @Argument(help: "AHAP files; - is standard input.", completion: Completions.patterns)
  var files: [String]

  @Flag(name: .long, help: "Print JSON (schema thrum.info/1).")
  var json = false

  @Flag(name: .long, help: "Show every event as played, with controls and envelopes: a line each, or JSON with --json.")
  var events = false

  @Flag(name: .long, help: "Draw with ASCII characters only.")
  var ascii = false

  @Flag(name: .long, inversion: .prefixedNo, help: "Whether to draw the text plot.")
  var plot = true

  func run() throws {
    try reporting {
      var infos: [PatternInfo] = []
      var failures: [Failure] = []
      for path in files {
        do {
          for file in try PatternFile.readAll([path], partners: false) {
            var (info, timeline) = try PatternInfo.examine(file)
            if events { info.timeline = TimelineReport(timeline) }
            infos.append(info)
            if !json { try print(info, timeline, isFirst: infos.count == 1) }
          }
        } catch let failure as Failure {
          failures.append(failure)
        }
      }
      if json, !infos.isEmpty { try Console.document(JSONText.encode(InfoDocument(files: infos))) }
      for failure in failures { Console.error(failure.description) }
      if let first = failures.first { throw first.alreadyShown }
    }
  }

  private func print(_ info: PatternInfo, _ timeline: PatternTimeline, isFirst: Bool) throws {
    try Console.lines((isFirst ? [] : [""]) + InfoText(info: info).lines)
    if events { try Console.lines([""] + EventLines(timeline).lines) }
    if plot { try Console.drawing([""] + TextPlot(timeline, style: style).lines) }
  }

  private var style: TextPlot.Style {
    TextPlot.Style(
      columns: min(100, Console.columns), isASCII: ascii || Console.isDumb, hasColor: Console.hasColor)
  }
}

extension Info: TakesManyFiles {
  var givenFiles: [String] {
    get { files }
    set { files = newValue }
  }
}
