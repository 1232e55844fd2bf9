import ThrumPattern

/// A kind of file that patterns can be written to.
package struct PatternWriter: Sendable {
  /// What a writer is given.
  package struct Request {
    /// The patterns, which play together.
    package let patterns: [Pattern]
    /// What they do over time.
    package let timeline: PatternTimeline
    /// The file that they were read from, for a writer that knows more of it than its patterns.
    package let source: PatternDocument?
    /// Whether a source that can be written as it is stays of its kind: nobody has asked for another.
    package let keepsKind: Bool
    /// What the result may call itself: the output's name without its ending.
    package let name: String
    /// How many points an envelope may have; `nil` leaves that to the writer.
    package let points: Int?

    /// A request.
    package init(
      _ patterns: [Pattern], timeline: PatternTimeline, source: PatternDocument? = nil,
      keepsKind: Bool = false, name: String = "", points: Int? = nil
    ) {
      self.patterns = patterns
      self.timeline = timeline
      self.source = source
      self.keepsKind = keepsKind
      self.name = name
      self.points = points
    }
  }

  /// A finished file.
  package struct File {
    /// Its text.
    package let bytes: [UInt8]
    /// What is not in it, a sentence each.
    package let losses: [String]
  }

  /// Why there can be no such file.
  package struct WriteError: Error, CustomStringConvertible {
    /// The cause and what to do, for people.
    package let description: String
  }

  /// Its name between programs: `waveform.xml`.
  package let id: String
  /// Its name for people.
  package let title: String
  /// What it is listed under.
  package let group: String
  /// What the file's name ends in.
  package let ending: String
  /// Which of several kinds with the same ending it is: `waveform`; `nil` when there is only one.
  package let kind: String?
  /// How many points may be asked for; `nil` when the kind has none.
  package let points: ClosedRange<Int>?
  /// Makes a file.
  package let write: @Sendable (Request) throws(WriteError) -> File

  /// A writer.
  init(
    id: String, title: String, group: String, ending: String, kind: String? = nil, points: ClosedRange<Int>? = nil,
    write: @escaping @Sendable (Request) throws(WriteError) -> File
  ) {
    self.id = id
    self.title = title
    self.group = group
    self.ending = ending
    self.kind = kind
    self.points = points
    self.write = write
  }
}

// MARK: All of them

extension PatternWriter {
  /// Every writer of every format.
  package static let all = PatternFormat.all.flatMap(\.writers)

  /// The kinds that may be asked for, each once.
  package static var kinds: [String] {
    all.compactMap(\.kind).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The writers for a file's name, the usual one first.
  package static func writers(forFileName fileName: String) -> [PatternWriter] {
    let name = fileName.lowercased()
    return all.filter { name.hasSuffix($0.ending) }
  }

  /// Endings that have kinds, as a person reads them: `.xml, .json or .kt`.
  package static var endingsWithKinds: String {
    PatternFormat.listed(
      all.filter { $0.kind != nil }.reduce(into: []) { if !$0.contains($1.ending) { $0.append($1.ending) } })
  }
}
