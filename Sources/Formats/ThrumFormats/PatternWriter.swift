import ThrumDevice
import ThrumFeel
import ThrumPattern

package struct PatternWriter: Sendable {
  package struct Request {
    /// Patterns that start together.
    package let patterns: [Pattern]
    package let timeline: PatternTimeline
    /// Source document, for writers that use its native data.
    package let source: PatternDocument?
    /// Whether to keep the source's kind if its format is the writer's.
    package let keepsKind: Bool
    /// Output file name without its ending; for a member of a file of code, the pattern's.
    package let name: String
    /// Name of the pattern's own file without its ending.
    package let patternName: String
    /// Whether the text becomes a part of a file with several patterns. Only writers of code make such parts.
    package let isMember: Bool
    /// Maximum number of points in an envelope, or `nil` for the writer's default.
    package let points: Int?
    /// Checked while writing.
    package let work: Work<WriteError>

    package init(
      _ patterns: [Pattern], timeline: PatternTimeline, source: PatternDocument? = nil,
      keepsKind: Bool = false, name: String = "", patternName: String? = nil, isMember: Bool = false,
      points: Int? = nil, work: Work<WriteError>
    ) {
      self.patterns = patterns
      self.timeline = timeline
      self.source = source
      self.keepsKind = keepsKind
      self.name = name
      self.patternName = patternName ?? name
      self.isMember = isMember
      self.points = points
      self.work = work
    }
  }

  package struct File {
    package let bytes: [UInt8]
    /// Sentences about data that was left out.
    package let losses: [String]
    /// What of the change can be felt, from writers whose effects other motors play, or ``PatternWriter/played(_:)``
    /// could not read.
    package let feel: [FeelLoss]?
    /// Name of the value, function or type in code.
    package let identifier: String?

    init(bytes: [UInt8], losses: [String], feel: [FeelLoss]? = nil, identifier: String? = nil) {
      (self.bytes, self.losses, self.feel, self.identifier) = (bytes, losses, feel, identifier)
    }
  }

  package struct WriteError: Error, Equatable, CustomStringConvertible {
    /// Cause, and a remedy that every program can offer.
    package let description: String
    /// Another remedy: an option of `thrum convert`.
    package var option: String?

    /// The request's work was ended.
    package static let ended = WriteError(description: "the conversion was cancelled")

    package var commandDescription: String { option.map { "\(description), or \($0)" } ?? description }
  }

  /// Identifier, such as `waveform.xml`.
  package let id: String
  package let title: String
  /// Heading in lists.
  package let group: String
  package let ending: String
  /// Distinguishes writers with the same ending, such as `waveform`.
  package let kind: String?
  /// Allowed values of ``Request/points``, or `nil` for kinds without points.
  package let points: ClosedRange<Int>?
  /// Actuator preset on which losses are judged.
  package let motor: String
  /// Version of the target system from which this writer is a choice among those with its ending.
  package let offeredFrom: Double?
  private let make: @Sendable (Request) throws(WriteError) -> File

  init(
    id: String, title: String, group: String, ending: String, kind: String? = nil, points: ClosedRange<Int>? = nil,
    motor: String = "iphone-taptic", offeredFrom: Double? = nil,
    write: @escaping @Sendable (Request) throws(WriteError) -> File
  ) {
    self.id = id
    self.title = title
    self.group = group
    self.ending = ending
    self.kind = kind
    self.points = points
    self.motor = motor
    self.offeredFrom = offeredFrom
    make = write
  }

  /// Writes the patterns. The losses say by how much the file is shorter.
  package func write(_ request: Request) throws(WriteError) -> File {
    let file = try make(request)
    guard let lost = try lostLength(of: request, as: file) else { return file }
    return File(bytes: file.bytes, losses: file.losses + [lost], feel: file.feel, identifier: file.identifier)
  }

  /// A shorter rest of a pattern is rounding, or a release that another motor ends anyway, s.
  private static let shortestRest = 0.03

  private func lostLength(of request: Request, as file: File) throws(WriteError) -> String? {
    let length = PatternGroup(request.patterns).duration
    guard let played = try played(request, as: file)?.duration, played < length - PatternWriter.shortestRest else {
      return nil
    }
    return "the last \(fixed(length - played, 3)) s: the file ends at \(fixed(played, 3)) s, with what can be felt"
  }

  /// Returns the patterns in the written file, or `nil` if its kind of effect has no reader.
  ///
  /// - Parameter file: what was written, if it was.
  /// - Throws: ``WriteError/ended``.
  package func played(_ request: Request, as file: File? = nil) throws(WriteError) -> PatternGroup? {
    if let file, let group = PatternDocument.read(file.bytes, name: "x\(ending)").group { return group }
    // Writers of the same group and kind may write the same effect in another form, such as XML instead of Kotlin.
    let writers = PatternWriter.all.filter { $0.group == group && $0.kind == kind }
    for writer in [self] + writers {
      let file: File
      do throws(WriteError) { file = try writer.make(request) } catch {
        if error == .ended { throw error }
        continue
      }
      if let group = PatternDocument.read(file.bytes, name: "x\(writer.ending)").group { return group }
    }
    return nil
  }
}

// MARK: All writers

extension PatternWriter {
  package static let all = PatternFormat.all.flatMap { $0.writers } + web + [reactNative, flutter]

  package static var kinds: [String] {
    all.compactMap { $0.kind }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  package static func writers(forFileName fileName: String) -> [PatternWriter] {
    let name = fileName.lowercased()
    return all.filter { name.hasSuffix($0.ending) }
  }

  package static var endingsWithKinds: String {
    PatternFormat.listed(
      all.filter { $0.kind != nil }.reduce(into: []) { if !$0.contains($1.ending) { $0.append($1.ending) } })
  }
}

extension PatternWriter {
  /// Returns the first file without a noticeable change on the writers' motor, or else the one that feels most like the
  /// patterns, and its writer.
  ///
  /// - Throws: ``WriteError`` if no writer can write the patterns.
  package static func nearest(
    of writers: [PatternWriter], _ request: Request
  ) throws(WriteError) -> (writer: PatternWriter, file: File) {
    var best: (writer: PatternWriter, file: File, difference: FeltDifference)?
    var problem = WriteError(description: "there is nothing to choose from")
    for writer in writers {
      do throws(WriteError) {
        let file = try writer.write(request)
        if writers.count == 1 { return (writer, file) }
        if try writer.felt(file, request).allSatisfy({ $0.changes.isEmpty }) { return (writer, file) }
        guard let difference = try writer.difference(request, as: file) else { continue }
        if best.map({ difference.isClearlySmaller(than: $0.difference) }) ?? true { best = (writer, file, difference) }
      } catch {
        guard error != .ended else { throw error }
        problem = error
      }
    }
    guard let best else { throw problem }
    return (best.writer, best.file)
  }

  /// Returns `nil` if the kind of effect has no reader.
  private func difference(_ request: Request, as file: File) throws(WriteError) -> FeltDifference? {
    guard let played = try played(request, as: file), let motor = ActuatorPreset.named(motor).map(FeelMotor.init) else {
      return nil
    }
    return try FeltCourse(request.patterns, on: motor, request.work).difference(
      to: FeltCourse(played.patterns, on: motor, request.work))
  }

  /// What of the change can be felt, for each motor that plays the written file differently. Empty if the kind of
  /// effect has no reader.
  package func felt(_ file: File, _ request: Request) throws(WriteError) -> [FeelLoss] {
    if let feel = file.feel { return feel }
    guard let played = try played(request, as: file), let motor = ActuatorPreset.named(motor) else { return [] }
    return [try FeelLoss(PatternGroup(request.patterns), played, on: FeelMotor(motor), request.work)]
  }
}

extension Pattern {
  /// Without what no player uses: metadata, which may be private, and unknown members. For patterns inside code.
  package var onlyPlayed: Pattern {
    Pattern(version: version, entries: entries.compactMap { $0.onlyPlayed })
  }
}

extension PatternEntry {
  fileprivate var onlyPlayed: PatternEntry? {
    switch self {
    case .event(var event):
      event.unknown = JSONObject()
      for place in event.parameters.indices { event.parameters[place].unknown = JSONObject() }
      return .event(event)
    case .parameter(var parameter):
      parameter.unknown = JSONObject()
      return .parameter(parameter)
    case .curve(var curve):
      curve.unknown = JSONObject()
      for place in curve.points.indices { curve.points[place].unknown = JSONObject() }
      return .curve(curve)
    case .unknown: return nil
    }
  }
}

extension PatternWriter {
  /// Endings of files of code for apps, which can have several patterns.
  package static let codeEndings = [".ts", ".dart", ".js", ".kt"]

  package var isCode: Bool { PatternWriter.codeEndings.contains(ending) }

  /// Last lines of a file of code with several patterns.
  package func index(_ identifiers: [String]) -> [String] {
    guard [".ts", ".js"].contains(ending) else { return [] }
    return ["export default {"] + identifiers.map { "  \($0)," } + ["};"]
  }
}
