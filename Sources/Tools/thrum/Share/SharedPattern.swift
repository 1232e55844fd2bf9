import FoundationEssentials
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFeel
import ThrumFormats
import ThrumOffline
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

  /// SVG pictures for windows up to 600 points wide and for wider ones.
  struct Pictures {
    let narrow, wide: [UInt8]
    /// Where the playhead begins, and how far it moves until the end of the picture, as shares of the width.
    let places: Places
  }

  struct Places: Encodable {
    struct Place: Encodable {
      let left, width: Double

      init(_ scale: TimeScale, in width: Int) {
        (left, self.width) = (scale.left / Double(width), scale.width / Double(width))
      }
    }

    let narrow, wide: Place
    /// Times at both ends, s.
    let from, to: Double
  }

  init(
    _ file: WholeFile, monitor: MonitorMode, find: ((String) -> String?)? = nil,
    say: @escaping (String) -> Void = { Console.message($0) }, work: Work<any Error>
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
    vibration = Array(fit.train.onOff.prefix(WebLimits.durations))
    vibrationDifference = vibration.isEmpty ? nil : fit.words
  }

  private static func pictures(
    _ file: WholeFile, find: ((String) -> String?)?, _ work: Work<any Error>
  ) -> Pictures? {
    func picture(_ width: Int, _ height: Int) -> (bytes: [UInt8], scale: TimeScale)? {
      let request = PlotRequest(
        format: .svg, width: width, height: height, motor: RenderSettings(), isDark: false, title: "")
      return try? PlotMaker(request: request, files: file.parts, findSound: find, say: { _ in }, work: work).picture()
    }
    guard let narrow = picture(360, 340), let wide = picture(1000, 420) else { return nil }
    return Pictures(
      narrow: lean(narrow.bytes), wide: lean(wide.bytes),
      places: Places(
        narrow: Places.Place(narrow.scale, in: 360), wide: Places.Place(wide.scale, in: 1000),
        from: wide.scale.range.lowerBound, to: wide.scale.range.upperBound))
  }

  /// What cairo writes into every style although it is the default, or acts on sharp corners only, of which a plot has
  /// none: a third of a picture.
  private static let needless = [
    "fill-rule:nonzero;", "fill-opacity:1;", "stroke-opacity:1;", "stroke-linecap:butt;", "stroke-miterlimit:10;",
  ]

  private static func lean(_ picture: [UInt8]) -> [UInt8] {
    Array(needless.reduce(String(decoding: picture, as: UTF8.self)) { $0.replacing($1, with: "") }.utf8)
  }
}

/// A pattern's sound as FLAC, equal to 16-bit output of `thrum render` with the same rate and monitor.
struct ShareSound {
  let flac: [UInt8]
  let sampleRate: Int
  let seconds: Double
  let isCut: Bool
  /// Level on the monitor, for matching patterns.
  let level: LevelMatch.Side
  let soundSeconds: [String: Double]

  /// Maximum length, s.
  static let longest = 60.0
  /// A vibration and its harmonics are far below 8 kHz.
  private static let hapticRate = 16_000
  /// Tried in order until the sound is small enough. The last is always taken.
  private static let audioRates = [48_000, 24_000, hapticRate]
  /// Maximum bytes per 10 s of a small sound.
  private static let small = 150_000
  /// After so many seconds, and each time after twice as many, a sound is given up if it is larger already than the
  /// longest may be.
  private static let probe = 15.0

  init(
    _ file: WholeFile, monitor: MonitorMode, find: ((String) -> String?)?, say: @escaping (String) -> Void,
    _ work: Work<any Error>
  ) throws {
    func at(_ rate: Int, say: @escaping (String) -> Void) throws -> ShareSound? {
      try ShareSound(file, sampleRate: rate, monitor: monitor, find: find, say: say, work)
    }
    let hasAudio = try file.playable { _ in }.events.contains { !$0.type.isHaptic }
    var made: ShareSound?
    for (index, rate) in (hasAudio ? ShareSound.audioRates : [ShareSound.hapticRate]).enumerated() where made == nil {
      made = try at(rate) { if index == 0 { say($0) } }
    }
    // Safety: the lowest rate is not refused for its size.
    self = made!
  }

  /// `nil` for a sound that a lower rate makes small enough, or smaller.
  private init?(
    _ file: WholeFile, sampleRate: Int, monitor: MonitorMode, find: ((String) -> String?)?,
    say: @escaping (String) -> Void, _ work: Work<any Error>
  ) throws {
    self.sampleRate = sampleRate
    var settings = RenderSettings()
    settings.sampleRate = Double(sampleRate)
    settings.monitor = monitor
    let isLast = sampleRate == ShareSound.hapticRate
    func isSmall(_ bytes: [UInt8], seconds: Double) -> Bool {
      isLast || Double(bytes.count) <= Double(ShareSound.small) * max(1, seconds / 10)
    }
    let compiled = try file.compiled(sampleRate: settings.sampleRate, find: find, say: say)
    soundSeconds = compiled.soundSeconds
    let most = 2 * Int(saturating: ShareSound.longest * settings.sampleRate)
    var probe = isLast ? Int.max : 2 * Int(saturating: ShareSound.probe * settings.sampleRate)
    var samples: [Float] = []
    var isCut = false
    let level = try LevelMatch.Side(OfflineRenderer(compiled.patterns, settings: settings), settings, work) { heard in
      let room = most - samples.count
      isCut = isCut || heard.count > room
      samples += heard.prefix(room)
      guard samples.count >= probe else { return true }
      probe *= 2
      return try isSmall(ShareSound.encoded(samples, sampleRate), seconds: ShareSound.longest)
    }
    guard let level else { return nil }
    (self.level, self.isCut) = (level, isCut)
    seconds = Double(samples.count / 2) / settings.sampleRate
    flac = try ShareSound.encoded(samples, sampleRate)
    guard isSmall(flac, seconds: seconds) else { return nil }
  }

  private static func encoded(_ samples: [Float], _ sampleRate: Int) throws -> [UInt8] {
    // Channels are equal unless a sound is panned.
    let isMono = stride(from: 0, to: samples.count - 1, by: 2).allSatisfy { samples[$0] == samples[$0 + 1] }
    let channels = isMono ? stride(from: 0, to: samples.count, by: 2).map { samples[$0] } : samples
    return try FLACSound.encoded(channels, channels: isMono ? 1 : 2, sampleRate: sampleRate)
  }
}
