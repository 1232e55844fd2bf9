/// Figures that may fail continuous integration: ratios within one run, never times, with room for busy machines.
enum RatioBenchmarks {
  static func run(_ report: inout Report) {
    for (voices, bound) in [(1, 8.0), (64, 10.0), (256, 10.0)] {
      report.add(
        "\(voices) voices against the C reference", RenderBenchmarks.ratio(voices: voices), "×", reference: bound)
    }
    report.add(
      "a voice among 256 against one alone",
      RenderBenchmarks.nanosecondsAFrame(voices: 256) / 256 / RenderBenchmarks.nanosecondsAFrame(voices: 1), "×",
      reference: 0.4)
    report.add("render: 10⁵ transients against a loop of 10²", EventBenchmarks.eventRatio(), "×", reference: 2.5)
  }
}
