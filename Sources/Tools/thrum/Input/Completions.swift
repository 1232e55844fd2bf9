import ArgumentParser
import FoundationEssentials
import Glibc
import ThrumDevice
import ThrumFormats
import ThrumOutput
import ThrumPattern

/// Completions for `thrum --generate-completion-script`.
enum Completions {
  static let patterns = CompletionKind.custom { words, index, prefix in
    let endings = PatternFormat.named.flatMap(\.endings)
    return forShell(presets(words, index, prefix) ?? files(prefix, endings) + names(prefix, ["preset:"]))
  }

  static let actuators = CompletionKind.custom { _, _, prefix in
    forShell(names(prefix, ActuatorPreset.all.map(\.name)) + files(prefix, [".json"]))
  }

  static let devices = CompletionKind.custom { _, _, prefix in
    forShell(names(prefix, DeviceChoice.devices().map(\.name) + ["wav:"]))
  }

  /// Escapes colons for zsh, where a description follows a colon. Drops a folder's slash for bash, which adds
  /// its own.
  static func forShell(_ words: [String], _ shell: CompletionShell? = CompletionShell.requesting) -> [String] {
    switch shell {
    case .zsh: words.map { $0.replacing(":", with: "\\:") }
    case .bash: words.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    default: words
    }
  }

  /// Shells that split words at colons pass only the last part.
  static func presets(_ words: [String], _ index: Int, _ prefix: String) -> [String]? {
    let all = Preset.all.map(\.name)
    if prefix.hasPrefix("preset:") { return names(prefix, all.map { "preset:\($0)" }) }
    guard words.indices.contains(index), index > 0 else { return nil }
    if prefix == ":", words[index - 1] == "preset" { return all.map { ":\($0)" } }
    return index > 1 && words[index - 1] == ":" && words[index - 2] == "preset" ? names(prefix, all) : nil
  }

  private static func names(_ prefix: String, _ words: [String]) -> [String] { words.filter { $0.hasPrefix(prefix) } }

  /// Completes a path with folders, and with files that have these extensions. If the only match is a folder, offers
  /// its contents instead, since shells add a space after a single match.
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
    let inside = files(found[0], endings)
    return inside.isEmpty ? found : inside
  }
}
