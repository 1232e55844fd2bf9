import ThrumAnalysis
import ThrumDevice
import ThrumFeel
import ThrumPattern

/// About a text as it is rendered.
extension Question {
  static var versions: [Question] { [lint, analyse, wave, cure, take, block, match, waveHeader] }

  private static var lint: Question {
    Question(
      "lint", "Findings, as `thrum lint --json` lists them", answer: .json("Diagnostic[]"),
      read: { form in
        let asked = (
          text: form.text(ifPresent: "text", "the pattern as AHAP"), file: form.file(ifPresent: "instead of the text"),
          path: form.text(ifPresent: "path", "where the text is") ?? ""
        )
        if asked.text == nil, asked.file == nil { form.refuse("“text” is missing: a text") }
        return asked
      },
      { asked, desk, _ in
        let text = asked.file ?? Array((asked.text ?? "").utf8)
        let pattern = StudioPattern(text, path: asked.path, sounds: desk.host.sounds(asked.path))
        return .json(Findings(list: pattern.findings()))
      })
  }

  private static var analyse: Question {
    Question(
      "analyse", "Findings with their cures, the sounds, and the acceleration in columns",
      answer: .json("AnalysisAnswer"),
      read: { form in
        (version: Version(&form), columns: form.columns())
      },
      { asked, desk, work throws(Failure) in
        let pattern = desk.pattern(asked.version.text)
        var rendered: Rendered?
        do throws(Refusal) { rendered = try desk.rendered(asked.version, pattern) } catch {
          if error.code == .badArguments { return .refused(error) }
        }
        return .json(try Analysis(pattern, rendered, columns: asked.columns, work))
      })
  }

  private static var wave: Question {
    Question(
      "wave", "A range of the acceleration in columns, each of at least one sample; `to` is clamped to the end",
      answer: .json("WaveRange"),
      read: { form in
        let asked = (
          version: Version(&form), from: form.number("from", "start, s"), to: form.number("to", "end, s"),
          columns: form.columns()
        )
        if !WaveRange.allows(from: asked.from, to: asked.to) {
          form.refuse("a range of the waveform needs a start and a later end, in seconds")
        }
        return asked
      },
      { asked, desk, work throws(Failure) in
        try with(asked.version, at: desk) { rendered throws(Failure) in
          .json(try rendered.range(from: asked.from, to: asked.to, columns: asked.columns, work))
        }
      })
  }

  private static var cure: Question {
    Question(
      "cure", "The text without a finding, or without any of its code", answer: .json("CuredText"),
      read: { form in
        (
          text: AskedText(&form),
          code: form.text("code", "the finding's code"), line: form.count(ifPresent: "line", "its line"),
          column: form.count(ifPresent: "column", "its column"),
          all: form.flag("all", "whether all findings with the code are cured")
        )
      },
      { asked, desk, work throws(Failure) in
        let pattern = desk.pattern(asked.text)
        let cured =
          asked.all
          ? try pattern.cured(all: asked.code, work) : pattern.cured(asked.code, line: asked.line, column: asked.column)
        return cured.map { .json($0) } ?? .refused(.noCure, "this finding has no cure that can be applied")
      })
  }

  private static var take: Question {
    Question(
      "take", "The number under which a version's samples can be asked for", answer: .json("TakeFacts"),
      read: { Version(&$0) },
      { version, desk, _ throws(Failure) in
        try with(version, at: desk) { .json(TakeFacts($0.take)) }
      })
  }

  private static var block: Question {
    Question(
      "block",
      "Half a second of a take's samples, planar; empty beyond the end",
      answer: .bytes, mayBeGone: true,
      read: { form in
        let asked = (take: form.text("take", "the take's number"), index: form.count("index", "from 0"))
        if asked.index >= Take.most { form.refuse("only the first hour of a pattern is rendered in blocks") }
        return asked
      },
      { asked, desk, work throws(Failure) in
        guard let take = desk.take(asked.take) else { return .gone }
        return .bytes((try take.block(asked.index, work) ?? .empty).bytes)
      })
  }

  private static var match: Question {
    Question(
      "match", "The gains that make two takes equally strong, dB", answer: .json("LevelMatch"), mayBeGone: true,
      isLong: true,
      read: { form in (take: form.text("take", "a take"), other: form.text("other", "another")) },
      { asked, desk, work throws(Failure) in
        guard let one = desk.take(asked.take), let other = desk.take(asked.other) else { return .gone }
        return .json(LevelMatch(try one.side(work), try other.side(work)))
      })
  }

  private static var waveHeader: Question {
    Question(
      "waveHeader", "The beginning of a WAV file with a take's samples, interleaved", answer: .bytes,
      read: { form in
        let asked = (
          frames: form.count("frames", "number of frames"),
          sampleRate: form.count(ifPresent: "sampleRate", "Hz; without it, 48,000") ?? 48_000
        )
        let header = WAVHeader(sampleRate: asked.sampleRate, channels: 2, format: .float32)
        if let problem = header.problem { form.refuse(problem) }
        return (frames: asked.frames, header: header)
      },
      { asked, _, _ in .bytes(asked.header.bytes(frames: asked.frames)) })
  }

  /// Answers about a version that can be played.
  private static func with(
    _ version: Version, at desk: Desk, _ body: (Rendered) throws(Failure) -> Reply
  ) throws(Failure) -> Reply {
    let rendered: Rendered
    do throws(Refusal) { rendered = try desk.rendered(version, desk.pattern(version.text)) } catch {
      return .refused(error)
    }
    return try body(rendered)
  }
}

extension Form {
  fileprivate mutating func columns() -> Int { count(ifPresent: "columns", "1 to 8192; without it, 1000") ?? 1000 }
}
