import ThrumFormats
import ThrumPattern

/// Formats and outlines.
extension Question {
  static var files: [Question] { [convert, export, shape, preset] }

  private static var convert: Question {
    Question(
      "convert", "A file of any format as AHAP, and what changes", answer: .json("ConvertedText"),
      read: { form in (name: form.text("name", "the file's name"), file: form.file("the file")) },
      { asked, _, _ in
        switch ConvertedText.ahap(of: asked.file, name: asked.name) {
        case .success(let converted): .json(converted)
        case .failure(let problem): .refused(.badClip, problem.words)
        }
      })
  }

  private static var export: Question {
    Question(
      "export", "A pattern in another format, and what it loses", answer: .json("ConvertedText"),
      read: { form in
        (
          text: AskedText(&form), format: form.text("as", "`id` of one of the catalogue's exports"),
          name: form.text("name", "the file's name, without its ending")
        )
      },
      { asked, desk, work throws(Failure) in
        let pattern = desk.pattern(asked.text)
        guard let playable = pattern.playable else { return .refused(.notPlayable, pattern.refusal) }
        do throws(PatternExport.Problem) {
          return .json(try PatternExport.exported(playable, as: asked.format, name: asked.name, work))
        } catch {
          // Throws the reason if the work was ended.
          try work.check()
          return .refused(.notExported, error.words)
        }
      })
  }

  private static var shape: Question {
    Question(
      "shape", "A pattern's outline for a small picture", answer: .json("FileShape"),
      read: { form in (name: form.text("name", "the file's name"), file: form.file("the file")) },
      { asked, desk, _ in
        desk.shape(asked.file, name: asked.name).map { .json($0) }
          ?? .refused(.badClip, "\(quoted(asked.name)) is not a pattern")
      })
  }

  private static var preset: Question {
    Question(
      "preset", "A preset of the system's own haptics as AHAP", answer: .json("PresetText"),
      read: { $0.text("name", "the preset's name") },
      { name, _, _ in
        guard let preset = Preset.named(name) else {
          return .refused(.badArguments("there is no preset “\(quoted(name))”"))
        }
        return .json(PresetText(text: String(decoding: AHAP.write(preset.pattern()), as: UTF8.self)))
      })
  }
}
