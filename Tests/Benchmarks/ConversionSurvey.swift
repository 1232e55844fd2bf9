import Foundation
import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// What conversions of the patterns in folders lose of what is felt on the target's motor, beside a waveform.
enum ConversionSurvey {
  private struct Row {
    let file: String
    /// By how much all of what is felt became stronger, dB.
    let change: Double
    let distance: Double
  }

  private static let writers = [
    "waveform.json", "envelope.json", "basic-envelope.json", "timeline.json", "haptic", "richtap", "openharmony",
  ]
  /// A larger change of the energy is a loss, dB.
  private static let most = 3.0
  /// Largest share of files with a loss.
  private static let share = 0.02

  /// Returns whether few enough files lose more than a waveform of them does.
  static func run(_ folders: [URL]) throws -> Bool {
    var rows: [String: [Row]] = [:]
    for file in files(in: folders) {
      let document = PatternDocument.read(Array(try Data(contentsOf: file)), name: file.lastPathComponent)
      guard let group = document.group, group.duration < 60 else { continue }
      for writer in PatternWriter.all where writers.contains(writer.id) {
        if let row = try row(file.lastPathComponent, document, group, writer) {
          rows[writer.id, default: []].append(row)
        }
      }
    }
    let waveform = Dictionary(rows[writers[0]]?.map { ($0.file, $0.change) } ?? [], uniquingKeysWith: min)
    var passes = true
    for writer in writers {
      let all = rows[writer] ?? []
      let lost = all.filter { $0.change < -most && waveform[$0.file] ?? 0 > -most }.sorted { $0.change < $1.change }
      let louder = all.filter { $0.change > most }
      let distances = all.map { $0.distance }.sorted()
      let middle = distances.isEmpty ? 0 : distances[distances.count / 2]
      print(
        "\(writer): \(all.count) files, \(lost.count) lose more than \(fixed(most, 0)) dB where a waveform does not, "
          + "\(louder.count) are that much stronger; distance \(fixed(middle, 1)) dB in the middle")
      for row in lost.prefix(12) {
        print("  \(row.file): \(fixed(row.change, 1)) dB, distance \(fixed(row.distance, 1)) dB")
      }
      passes = passes && Double(lost.count) <= share * Double(all.count)
    }
    return passes
  }

  private static func row(
    _ name: String, _ document: PatternDocument, _ group: PatternGroup, _ writer: PatternWriter
  ) throws -> Row? {
    var timeline = PatternTimeline()
    for pattern in group.patterns { timeline.add(pattern) }
    let work = Work<PatternWriter.WriteError>.endless
    let request = PatternWriter.Request(group.patterns, timeline: timeline, source: document, work: work)
    guard let motor = ActuatorPreset.named(writer.motor).map(FeelMotor.init),
      let played = try? writer.played(request)
    else { return nil }
    let (before, after) = (
      try FeltCourse(group.patterns, on: motor, work), try FeltCourse(played.patterns, on: motor, work)
    )
    let difference = before.difference(to: after)
    return Row(file: name, change: difference.change, distance: difference.distance)
  }

  private static func files(in folders: [URL]) -> [URL] {
    folders.flatMap { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []).compactMap {
        ($0 as? URL).flatMap { PatternFormat(fileName: $0.lastPathComponent) == nil ? nil : $0 }
      }.sorted { $0.path < $1.path }
    }
  }
}
