import CCairo
import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumStudio

struct PlotMaker {
  let request: PlotRequest
  let files: [PatternFile]
  /// Replaces the search for sounds near the pattern.
  var findSound: ((String) -> String?)?
  /// Receives warnings about problems that do not prevent drawing.
  var say: (String) -> Void = { Console.message($0) }
  let work: Work<any Error>

  func bytes() throws -> [UInt8] { try PlotMaker.bytes(of: [self]) }

  /// Draws the picture, and says where a time is in it.
  func picture() throws -> (bytes: [UInt8], scale: TimeScale) {
    let (bytes, scenes) = try PlotMaker.drawn([self])
    return (bytes, scenes[0].scale)
  }

  /// Draws pictures of equal size, one below the other, with a common signal scale.
  static func bytes(of makers: [PlotMaker]) throws -> [UInt8] { try drawn(makers).bytes }

  private static func drawn(_ makers: [PlotMaker]) throws -> (bytes: [UInt8], scenes: [PlotScene]) {
    if let problem = thrum_cairo_load() { throw Failure(.noDevice, "cannot draw: \(String(cString: problem))") }
    guard let first = makers.first?.request,
      let canvas = Canvas(first.format, width: first.width, height: first.height * makers.count)
    else { throw Failure(.inputOutput, "cairo cannot draw a picture of this size") }
    let scenes = try scenes(of: makers, on: canvas)
    for (index, scene) in scenes.enumerated() {
      canvas.goDown(by: index == 0 ? 0 : Double(first.height), height: Double(first.height))
      scene.draw()
      canvas.describe(scene.title, scene.description)
    }
    switch canvas.finish() {
    case .success(let bytes): return (bytes, scenes)
    case .failure(let error): throw Failure(.inputOutput, "cairo cannot draw: \(error.cause)")
    }
  }

  static func scenes(of makers: [PlotMaker], on canvas: Canvas) throws -> [PlotScene] {
    let prepared = try makers.map { try $0.prepare() }
    let needs = prepared.reduce(PlotLayout.Needs()) { $0.joined($1.needs) }
    var scenes = try zip(makers, prepared).map { try $0.scene(of: $1, needs, on: canvas) }
    let peak = scenes.reduce(0) { max($0, $1.wave.peak) }
    for index in scenes.indices { scenes[index].wave.peak = peak }
    return scenes
  }

  private struct Prepared {
    let patterns: [Pattern]
    let compiled: [CompiledPattern]
    let settings: RenderSettings
    let timeline: PatternTimeline
    let needs: PlotLayout.Needs
  }

  private func prepare() throws -> Prepared {
    let patterns = try files.map { try $0.playable(say) }
    let roughEnd = patterns.reduce(0) { max($0, $1.duration) }
    let settings = self.settings(for: request.to ?? roughEnd)
    let compiled = try files.map { try $0.compiled(sampleRate: settings.sampleRate, find: findSound, say: say) }
    var timeline = PatternTimeline()
    for (pattern, compiled) in zip(patterns, compiled) {
      timeline.add(pattern, soundSeconds: compiled.soundSeconds)
    }
    let needs = PlotLayout.Needs(
      audioRows: (PlotScene.audioRows(timeline.sounds).max() ?? -1) + 1,
      hasAudioControls: timeline.moves(PlotScene.addedAudio),
      hasRightAxis: timeline.moves(PlotScene.addedAudio + PlotScene.addedHaptic))
    return Prepared(
      patterns: patterns, compiled: compiled.map(\.pattern), settings: settings, timeline: timeline, needs: needs)
  }

  private func scene(of prepared: Prepared, _ needs: PlotLayout.Needs, on canvas: Canvas) throws -> PlotScene {
    let timeline = prepared.timeline
    let range = try self.range(timeline)
    let layout = PlotLayout(width: Double(request.width), height: Double(request.height), needs)
    let scale = TimeScale(
      range: range, left: layout.wave.left + layout.inset, width: layout.wave.width - 2 * layout.inset)
    return PlotScene(
      canvas: canvas, theme: request.isDark ? .dark : .light, layout: layout, scale: scale,
      timeline: timeline,
      title: title, subtitle: subtitle(prepared.patterns), facts: facts(timeline, prepared.patterns),
      wave: try wave(prepared.compiled, prepared.settings, range, columns: Int(scale.width)))
  }

  /// Long patterns get a lower sample rate, still far above the actuator's band.
  private func settings(for seconds: Double) -> RenderSettings {
    var settings = request.motor
    settings.monitor = request.monitor ?? .full
    settings.sampleRate = request.monitor == nil && seconds > 60 ? 16_000 : 48_000
    return settings
  }

  private func range(_ timeline: PatternTimeline) throws -> ClosedRange<Double> {
    let natural = timeline.naturalRange
    let from = request.from ?? 0
    let to = request.to ?? max(natural.upperBound, from + 1e-3)
    guard to - from >= 1e-4 else { throw Failure(.usage, "--to must be later than --from") }
    if from > natural.upperBound {
      throw Failure(.usage, "--from is later than the pattern's end at \(fixed(timeline.end, 3)) s")
    }
    return from...to
  }

  private func wave(
    _ patterns: [CompiledPattern], _ settings: RenderSettings, _ range: ClosedRange<Double>, columns: Int
  ) throws -> PlotScene.Wave {
    let isMonitor = request.monitor != nil
    let isShort = range.upperBound <= SignalSummary.limitSeconds
    var summary: SignalSummary?
    if isShort {
      summary = try SignalSummary(
        patterns, settings: settings, signal: isMonitor ? .monitor : .acceleration, range: range, columns: columns, work
      )
    }
    let motor = settings.effectiveActuator.name
    return PlotScene.Wave(
      summary: summary, peak: summary?.peak ?? 0, name: isMonitor ? "monitor" : "acceleration",
      unit: isMonitor ? "FS" : "g",
      caption: isMonitor ? "\(motor), \(settings.monitor.rawValue)" : motor)
  }

  private var title: String {
    request.title
      ?? files.map { URL(fileURLWithPath: $0.name).lastPathComponent }.joined(separator: " + ")
  }

  private func subtitle(_ patterns: [Pattern]) -> String {
    for pattern in patterns {
      guard let metadata = pattern.metadata else { continue }
      for name in ["Description", "Project"] {
        if case .string(let text)? = metadata[name], !text.isEmpty { return text }
      }
    }
    return ""
  }

  private func facts(_ timeline: PatternTimeline, _ patterns: [Pattern]) -> String {
    func count(_ number: Int, _ one: String, _ many: String) -> String? {
      number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
    }
    let seconds = timeline.duration
    let length =
      seconds == 0 ? nil : seconds < 1 ? "\(fixed(seconds * 1000, 0)) ms" : "\(fixed(seconds, 2)) s"
    let curves = patterns.reduce(0) { $0 + $1.curves.count }
    let parameters = patterns.reduce(0) { $0 + $1.parameters.count }
    let parts = [
      length, count(timeline.taps.count, "tap", "taps"),
      timeline.holds.isEmpty ? nil : "\(timeline.holds.count) continuous",
      count(timeline.sounds.count, "sound", "sounds"), count(curves, "curve", "curves"),
      count(parameters, "parameter", "parameters"),
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }
}

enum PhonePlot {
  /// The width of a narrow phone.
  private static let (width, height) = (360, 340)

  /// Draws a pattern from its text, as SVG without a title. Returns `nil` on failure.
  static let draw: PhonePicture = { text, motor, isDark, sound, work throws(StudioError) in
    do {
      let files = try PatternFile.understand(text, path: "-", name: "pattern")
      let request = PlotRequest(format: .svg, width: width, height: height, motor: motor, isDark: isDark, title: "")
      let anyWork = work.rethrowing { $0 as any Error }
      return try PlotMaker(request: request, files: files, findSound: sound, say: { _ in }, work: anyWork).bytes()
    } catch {
      if let ended = error as? StudioError { throw ended }
      return nil
    }
  }
}
