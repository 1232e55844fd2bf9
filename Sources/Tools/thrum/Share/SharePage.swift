import FoundationEssentials
import ThrumAnalysis
import ThrumDevice
import ThrumFeel
import ThrumPattern
import ThrumStudio

/// A self-contained page. Pictures and tables need no scripts.
struct SharePage {
  let patterns: [SharedPattern]
  let work: Work<any Error>
  /// Name of the studio's page next to this one, which edits copies of the patterns.
  var editor: String?

  private static let mostRows = 150
  static let letters = ["A", "B", "C", "D", "E", "F", "G", "H"]

  private struct Data: Encodable {
    struct Entry: Encodable {
      let letter: String
      let seconds: Double
      let gain: Double
      let vibration: [Int]
      let picture: SharedPattern.Places?
    }

    let patterns: [Entry]
  }

  private var title: String { patterns.map(\.name).joined(separator: ", ") }

  func bytes() throws -> [UInt8] {
    guard let style = StudioLibrary.file("share/share.css"), let script = StudioLibrary.file("share/share.js") else {
      preconditionFailure("the program lacks its page")
    }
    func hash(_ bytes: [UInt8]) -> String {
      "'sha256-\(FoundationEssentials.Data(SHA256.hash(bytes)).base64EncodedString())'"
    }
    let policy = [
      "default-src 'none'", "style-src \(hash(style))", "script-src \(hash(script))", "img-src data:",
      "media-src data:",
      "base-uri 'none'", "form-action 'none'",
    ].joined(separator: "; ")
    let text = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="Thrum \(ThrumVersion.current)">
      <title>\(HTML.text(title)) – haptic patterns</title>
      <style>\(String(decoding: style, as: UTF8.self))</style>
      </head>
      <body>
      <header>
      <h1>\(HTML.text(title))</h1>
      <p>\(patterns.count == 1 ? "A haptic pattern" : "Haptic patterns") for Core Haptics, as played by a model of an iPhone’s motor.</p>
      </header>
      <main>
      <section id="player" aria-label="Player" hidden></section>
      \(editing())
      \(try differences())
      \(patterns.indices.map(section).joined(separator: "\n"))
      \(limits)
      </main>
      <script type="application/json" id="data">\(try HTML.json(data))</script>
      <script>\(String(decoding: script, as: UTF8.self))</script>
      </body>
      </html>

      """
    return Array(text.utf8)
  }

  // MARK: Parts

  /// Gains in dB that make all patterns equally strong and as loud as full scale permits.
  private var gains: [Double] {
    let sides = patterns.map(\.sound.level)
    let highest = sides.compactMap { side in side.level.map { $0 + LevelMatch.ceiling - side.peak } }
    guard patterns.count > 1, let target = highest.min() else { return patterns.map { _ in 0 } }
    return sides.map { side in side.level.map { target - $0 } ?? 0 }
  }

  private var data: Data {
    Data(
      patterns: patterns.indices.map { index in
        Data.Entry(
          letter: SharePage.letters[index], seconds: patterns[index].sound.seconds,
          gain: (gains[index] * 100).rounded() / 100, vibration: patterns[index].vibration,
          picture: patterns[index].pictures?.places)
      })
  }

  private func heading(_ index: Int) -> String {
    (patterns.count > 1 ? "<b>\(SharePage.letters[index])</b> " : "") + HTML.text(patterns[index].name)
  }

  private func section(_ index: Int) -> String {
    let shared = patterns[index]
    let sound = shared.sound
    let events = shared.group.events
    let counts = [
      (shared.timeline.taps.count, "tap"), (shared.timeline.holds.count, "hold"),
      (shared.timeline.sounds.count, "sound"),
    ].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let facts = ["\(fixed(shared.group.duration, 3)) s"] + counts
    let cut = sound.isCut ? "<p>The sound ends after \(fixed(ShareSound.longest, 0)) s; the pattern is longer.</p>" : ""
    return """
      <section class="pattern" aria-labelledby="name-\(index)">
      <h2 id="name-\(index)">\(heading(index))</h2>
      <p>\(HTML.text(facts.joined(separator: ", "))).</p>
      \(about(shared))
      \(picture(shared))
      <audio controls preload="auto" src="\(HTML.data(sound.flac, "audio/flac"))"></audio>
      \(cut)
      <p><a class="button" download="\(HTML.text(SharePage.fileName(shared.name)))" href="\(HTML.data(shared.bytes, "application/x-ahap+json"))">Download the AHAP file</a>\(merging(shared))</p>
      <h3>Is it felt?</h3>
      \(felt(shared))
      <h3>Events</h3>
      \(table(shared))
      \(events.count > SharePage.mostRows ? "<p>and \(events.count - SharePage.mostRows) more: see the file.</p>" : "")
      </section>
      """
  }

  private func merging(_ shared: SharedPattern) -> String {
    shared.mergingChange.map { " (\(HTML.text($0)))" } ?? ""
  }

  private func about(_ shared: SharedPattern) -> String {
    guard case .string(let words)? = shared.group.metadata?["Description"], !words.isEmpty else { return "" }
    return "<p>\(HTML.text(String(words.prefix(500))))</p>"
  }

  private func picture(_ shared: SharedPattern) -> String {
    let words = "\(shared.name): events, sharpness and the motor’s acceleration"
    guard let pictures = shared.pictures else { return "" }
    let narrow = HTML.data(pictures.narrow, "image/svg+xml")
    return """
      <div class="picture"><picture><source media="(max-width: 600px)" srcset="\(narrow)">\
      <img alt="\(HTML.text(words))" src="\(HTML.data(pictures.wide, "image/svg+xml"))"></picture>\
      <span class="playhead" hidden></span></div>
      """
  }

  private func felt(_ shared: SharedPattern) -> String {
    let motors = shared.report.motors
    guard motors.contains(where: { !$0.events.isEmpty }) else { return "<p>The pattern has no haptic events.</p>" }
    let rows = motors.map { motor -> [String] in
      let lost = motor.events.filter(\.isFinding)
      let names = FeelVerdict.allCases.compactMap { verdict -> String? in
        let count = motor.events.filter { $0.verdict == verdict }.count
        return count == 0 ? nil : "\(count) \(verdict.words)"
      }
      let unsure = motor.events.filter { $0.verdict == .uncertain }.count
      let judgement =
        if !lost.isEmpty {
          "<span class=\"bad\">\(lost.count) of \(motor.events.count) lost or changed</span>"
        } else if unsure > 0 {
          "nothing lost, \(unsure) uncertain"
        } else {
          "<span class=\"good\">nothing lost</span>"
        }
      return [HTML.text(ActuatorPreset.title(of: motor.name)), judgement, HTML.text(names.joined(separator: ", "))]
    }
    return HTML.table(["motor", "verdict", "events"], rows)
  }

  private func table(_ shared: SharedPattern) -> String {
    let events = shared.group.events
    let phone = Dictionary(
      uniqueKeysWithValues: (shared.report.motors.first?.events ?? []).map { ($0.index, $0) })
    let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    let rows = order.prefix(SharePage.mostRows).map { index -> [String] in
      let event = events[index]
      func value(_ id: EventParameterID) -> String { event.type.isHaptic ? fixed(event.value(of: id), 2) : "–" }
      let felt = phone[index].map { felt in
        "<span class=\"\(SharePage.kind(felt))\">\(HTML.text(felt.verdict.words))</span>, "
          + "\(fixed(felt.decibelsOverThreshold, 0)) dB"
      }
      return [
        "\(fixed(event.time, 3)) s", HTML.text(SharePage.name(event.type)), value(.hapticIntensity),
        value(.hapticSharpness), event.duration.map { "\(fixed($0, 3)) s" } ?? "–", felt ?? "–",
      ]
    }
    return HTML.table(["time", "event", "intensity", "sharpness", "duration", "on the phone"], Array(rows))
  }

  private static func kind(_ felt: FeltEvent) -> String {
    felt.isFinding ? "bad" : felt.verdict == .uncertain ? "unsure" : "good"
  }

  private static func name(_ type: EventType) -> String {
    switch type {
    case .hapticTransient: "tap"
    case .hapticContinuous: "hold"
    case .audioContinuous: "tone"
    case .audioCustom: "sound"
    }
  }

  /// Links to the studio's page with a pattern in the address.
  private func editing() -> String {
    guard let editor else { return "" }
    let links = patterns.indices.compactMap { index -> String? in
      guard let given = try? EditableCopy.json(patterns[index]) else { return nil }
      let name = patterns.count > 1 ? " of \(SharePage.letters[index])" : ""
      return "<a class=\"button\" href=\"\(editor)#edit=\(EditableCopy.fragment(given))\">Edit a copy\(name)</a>"
    }
    return "<p>\(links.joined(separator: " "))</p>"
  }

  private func differences() throws -> String {
    guard let first = patterns.first, patterns.count > 1, let motor = FeelMotor.usual.first else { return "" }
    let parts = try patterns.dropFirst().enumerated().map { index, other in
      let file = DiffFile(
        name: "\(SharePage.letters[0]) → \(SharePage.letters[index + 1])",
        try PatternDifference(first.group, other.group, on: motor, work))
      let rows = file.rows(all: false)
      let table = rows.shown.map { [$0.time, $0.what, $0.change, $0.noticed].map(HTML.text) }
      return "<p><b>\(HTML.text(file.name))</b>: \(HTML.text(file.summary)).</p>"
        + (table.isEmpty ? "" : HTML.table(["time", "event", "change", "can be felt"], table))
        + (rows.hidden > 0 ? "<p>and \(rows.hidden) more.</p>" : "")
    }
    return
      "<section aria-labelledby=\"differences\"><h2 id=\"differences\">What differs</h2>\(parts.joined())</section>"
  }

  private var limits: String {
    """
    <section aria-labelledby="limits">
    <h2 id="limits">What this page cannot tell you</h2>
    <ul>
    <li>How strong a pattern feels in the hand. You hear the motor’s movement through a loudspeaker, with the harmonics
    that a small one needs.</li>
    <li>How it feels on a particular phone. The motors are models, made from published numbers; the verdicts are
    computed, not measured.</li>
    <li>With “Vibrate”, a phone’s browser only switches its motor on and off: sharpness is lost, and pulses, made for an
    eccentric motor, stand for strength.</li>
    \(vibrations)    </ul>
    </section>
    """
  }

  private var vibrations: String {
    patterns.map { shared in
      shared.vibrationDifference.map { "<li>\(HTML.text("\(shared.name), vibrating: \($0)")).</li>\n" } ?? ""
    }.joined()
  }

  /// Returns a file name that is valid on every system.
  static func fileName(_ name: String) -> String {
    let kept = name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-_. ".unicodeScalars.contains(scalar)
        ? String(scalar) : "_"
    }.joined()
    let stem = kept.drop { $0 == "." || $0 == " " }.prefix(80)
    let base = stem.hasSuffix(".ahap") ? String(stem) : stem.prefix { $0 != "." } + ".ahap"
    return base == ".ahap" ? "pattern.ahap" : base
  }
}

enum StudioShare {
  static let page: ShareMaker = { patterns, monitor, sound, work throws(StudioError) in
    do {
      let anyWork = work.rethrowing { $0 as any Error }
      let shared = try patterns.map { pattern in
        let file = WholeFile(try PatternFile.understand(pattern.text, path: "-", name: pattern.name))
        return try SharedPattern(file, monitor: monitor, find: sound, say: { _ in }, work: anyWork)
      }
      return try SharePage(patterns: Array(shared.prefix(SharePage.letters.count)), work: anyWork).bytes()
    } catch { throw error as? StudioError ?? StudioError("\(error)") }
  }
}
