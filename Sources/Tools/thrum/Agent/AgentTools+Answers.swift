import ThrumAnswers
import ThrumDevice
import ThrumFormats
import ThrumPattern
import ThrumStudio
import ThrumSystem

extension AgentTools {
  /// Pairs of names and values as an object.
  private static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(
      JSONObject(
        members.compactMap { member in
          member.value.map { JSONObject.Member(name: member.key, value: $0) }
        }))
  }

  private static func bounded(_ text: String, _ given: Given) -> (part: BoundedAnswer.Part, contents: [Result.Content])
  {
    let part = BoundedAnswer.part(of: text, from: given.offset)
    return (part, [.text(part.text)] + (part.rest.map { [.text($0)] } ?? []))
  }

  static func list(_ given: Given) throws -> Result {
    let found = PatternSearch.all(inFolder: ".")
    let paths = found.map { String($0.input.dropFirst("./".count)) }
    let lines = paths.map { UserText.printable($0) }
    let text = paths.isEmpty ? "There are no patterns." : lines.joined(separator: "\n")
    return Result(
      contents: bounded(text, given).contents,
      structure: BoundedAnswer.structure(object(["paths": .array(paths.map { .string($0) })])))
  }

  /// A part of a text, with where it continues.
  static func passage(of text: String, _ given: Given) -> Result {
    let (part, contents) = bounded(text, given)
    return Result(
      contents: contents, structure: object(["text": .string(part.text), "next": part.next.map { .number("\($0)") }]))
  }

  /// What a command printed, as text and as data.
  static func answer(of arguments: [String], _ given: Given) throws -> Result {
    let text = try OwnCommand(arguments, unless: given.cancellation)
    let data = try OwnCommand(arguments + ["--json"], unless: given.cancellation)
    let printed = try text.answer()
    let words = String(decoding: printed.output + printed.messages, as: UTF8.self)
    let contents = bounded(words, given).contents
    guard printed.code <= 1 else { return Result(contents: contents, isError: true) }
    var structure = try? JSONValue.read(try data.answer().output)
    switch structure {
    case .object(let object) where object["motors"] != nil:
      structure = self.object(["files": .array([.object(object)])])
    case .array(let files): structure = object(["files": .array(files)])
    default: break
    }
    guard let structure = structure.flatMap(BoundedAnswer.structure) else {
      throw Failure(.system, "the command printed no data")
    }
    return Result(contents: contents, structure: structure)
  }

  /// What a command wrote to standard output: a picture or a sound.
  static func media(
    of arguments: [String], _ given: Given, _ content: ([UInt8]) -> Result.Content
  ) throws -> Result {
    let answer = try OwnCommand(arguments, unless: given.cancellation).answer()
    let words = BoundedAnswer.part(of: String(decoding: answer.messages, as: UTF8.self), from: 0).text
    guard answer.code == 0 else { return Result(contents: [.text(words)], isError: true) }
    return Result(contents: [content(answer.output)] + (words.isEmpty ? [] : [.text(words)]))
  }

  /// The pattern in another format, with what it loses.
  static func converted(_ file: WholeFile, _ given: Given) throws -> Result {
    let format = given.text("format") ?? ""
    if let error = file.document.diagnostics.first(where: { $0.severity == .error }) {
      throw Failure(.badData, error.description)
    }
    guard let pattern = file.document.merged else { throw Failure(.badData, file.document.format.refusal) }
    let made: ConvertedText
    if format == PatternFormat.ahap.id {
      made = ConvertedText(text: String(decoding: AHAP.write(pattern), as: UTF8.self), notes: [])
    } else {
      do throws(PatternExport.Problem) {
        let name = PatternFormat.stem(of: String(file.document.name.split(separator: "/").last ?? ""))
        let cancellation = given.cancellation
        let work = Work<PatternExport.Problem> { _ throws(PatternExport.Problem) in
          if cancellation.isCancelled { throw .ended }
        }
        made = try PatternExport.exported(pattern, as: format, name: name, titled: false, work)
      } catch { throw Failure(.badData, error.words) }
    }
    let (part, contents) = bounded(made.text, given)
    return Result(
      contents: contents + made.notes.map { .text($0) },
      structure: object([
        "text": .string(part.text), "next": part.next.map { .number("\($0)") },
        "notes": .array(made.notes.map { .string($0) }),
      ]))
  }

  /// Writes a text without errors.
  ///
  /// - Throws: `Failure` for any other text, and for a file that cannot be written. Nothing is changed then.
  static func write(_ given: Given) throws -> Result {
    let place = try given.path("path", .newPattern)
    let path = given.text("path") ?? ""
    let bytes = Array((given.text("text") ?? "").utf8)
    try check(bytes, path)
    guard let saving = given.folder.saving else { throw Failure(.usage, "the server was started without --write") }
    let kept: String?
    do throws(KeptFolder.Problem) { kept = try saving.put(bytes, to: path) } catch {
      throw Failure(.inputOutput, "“\(quoted(path))” was not written: \(error.words)")
    }
    let linted = try answer(of: ["lint", place], given)
    guard !linted.isError, case .object(let findings) = linted.structure else {
      throw Failure(.inputOutput, "“\(quoted(path))” was written, but cannot be checked")
    }
    let note = kept.map { "Replaced the file; the version that was there is kept as \($0)." }
    return Result(
      contents: linted.contents + (note.map { [.text($0)] } ?? []),
      structure: object([
        "path": .string(path), "kept": kept.map { .string($0) }, "findings": findings["findings"] ?? .array([]),
        "findingsMore": findings["findingsMore"],
      ]))
  }

  private static func check(_ bytes: [UInt8], _ path: String) throws {
    if let kind = FileKind(bytes) { throw Failure(.badData, "not written: this is \(kind.words), not a pattern") }
    let document = PatternDocument.read(bytes, name: path)
    let errors = document.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, !document.parts.isEmpty else {
      let more = errors.count > 10 ? ["… \(errors.count - 10) more errors"] : []
      throw Failure(
        .badData,
        "“\(quoted(path))” was not written, and nothing was changed: the text has \(counted(errors.count, "error"))"
      ).because(errors.prefix(10).flatMap(\.shown) + more)
    }
    guard document.format == PatternFormat(fileName: path) else {
      throw Failure(
        .badData,
        "“\(quoted(path))” was not written: the text is \(document.format.title), so its name must end in "
          + PatternFormat.listed(document.format.endings))
    }
  }
}
