import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumOutput
import ThrumPattern
import ThrumFormats

/// What the shells offer when Tab is pressed: `thrum --generate-completion-script bash` and the like ask for it.
enum Completions {
  /// Patterns: files, folders on the way to them, and presets.
  static let patterns = CompletionKind.custom { words, index, prefix in
    let endings = PatternFormat.named.flatMap(\.endings)
    return forShell(presets(words, index, prefix) ?? files(prefix, endings) + names(prefix, ["preset:"]))
  }

  /// Motors: presets and files.
  static let actuators = CompletionKind.custom { _, _, prefix in
    names(prefix, ActuatorPreset.all.map(\.name)) + files(prefix, [".json"])
  }

  /// Sound cards, and what can stand in for one.
  static let devices = CompletionKind.custom { _, _, prefix in
    forShell(names(prefix, DeviceChoice.devices.map(\.name) + ["wav:"]))
  }

  /// In zsh what follows a colon would be a description.
  private static func forShell(_ words: [String]) -> [String] {
    CompletionShell.requesting == .zsh ? words.map { $0.replacing(":", with: "\\:") } : words
  }

  /// The presets' names once `preset:` was written. A shell that takes the colon for the end of a word asks for the rest alone.
  static func presets(_ words: [String], _ index: Int, _ prefix: String) -> [String]? {
    let all = Preset.all.map(\.name)
    if prefix.hasPrefix("preset:") { return names(prefix, all.map { "preset:\($0)" }) }
    guard words.indices.contains(index), index > 0 else { return nil }
    if prefix == ":", words[index - 1] == "preset" { return all.map { ":\($0)" } }
    return index > 1 && words[index - 1] == ":" && words[index - 2] == "preset" ? names(prefix, all) : nil
  }

  /// Those of some words that begin like that.
  private static func names(_ prefix: String, _ words: [String]) -> [String] { words.filter { $0.hasPrefix(prefix) } }

  /// The files of a kind that a path may become, and folders. A folder alone is opened, since shells put a space behind what is
  /// unique.
  static func files(_ prefix: String, _ endings: [String]) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let beginning = String(prefix.dropFirst(folder.count))
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "~"
    let place = folder.isEmpty ? "." : folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
    let entries = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
    var found: [String] = []
    for name in entries where name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix(".")) {
      var status = stat()
      if stat("\(place)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        found.append("\(folder)\(name)/")
      } else if endings.contains(where: { name.lowercased().hasSuffix($0) }) {
        found.append(folder + name)
      }
    }
    guard found.count == 1, found[0].hasSuffix("/"), found[0] != prefix else { return found }
    return files(found[0], endings)
  }
}
