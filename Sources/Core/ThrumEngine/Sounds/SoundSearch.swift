import FoundationEssentials
import ThrumDevice
import ThrumPattern
import ThrumSystem

extension AHAP {
  /// Finds the file for a waveform path, if any.
  ///
  /// AHAP paths start at the root of the app's resources. Which folder that is, no file says, so a relative path is
  /// looked up in `folder` and the five folders above it. As on a phone, the Unicode normal form of names does not
  /// matter, their case does, and a path that leaves the root with `..` finds nothing.
  public static func soundFile(_ waveformPath: String, near folder: String) -> String? {
    SoundSearch(folder).file(waveformPath)
  }

  /// Looks for the file of a waveform path, and reads it as the engine would.
  package static func soundState(
    _ waveformPath: String, near folder: String, _ reader: any SoundReader
  ) -> SoundState {
    let search = SoundSearch(folder)
    guard let file = search.file(waveformPath) else { return .missing(hint: search.hint(waveformPath)) }
    do throws(SoundError) { _ = try reader.read(path: file) } catch { return SoundState(error, file) }
    let names = waveformPath.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    let isSpelledSo =
      names.contains { $0.elementsEqual("..".utf8) } || file.utf8.ends(with: Array(names.joined(separator: "/".utf8)))
    return isSpelledSo ? .plays : .playsUnderAnotherForm
  }
}

/// Where ``SoundPlaces`` says that a sound may lie, on this machine.
package struct SoundSearch {
  private let folder: [String]
  private let resources: String?

  /// - Parameters:
  ///   - folder: the pattern's folder.
  ///   - resources: the root of an app's resources, which comes first.
  package init(_ folder: String, resources: String? = nil) {
    let place = URL(fileURLWithPath: folder.isEmpty ? "." : folder, isDirectory: true).standardizedFileURL.path
    self.folder = place.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    self.resources = resources
  }

  package func file(_ waveformPath: String) -> String? {
    let places = places(waveformPath)
    return places.first(where: SoundSearch.isFile) ?? places.lazy.compactMap(SoundSearch.inAnotherForm).first
  }

  private func places(_ waveformPath: String) -> [String] {
    if SoundPlaces.isAbsolute(waveformPath) { return [waveformPath] }
    let near = SoundPlaces.places(of: waveformPath, inFolder: folder).map { "/" + $0.joined(separator: "/") }
    guard let resources, !near.isEmpty else { return near }
    return ["\(resources)/\(waveformPath)"] + near
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder && ReadableRoot.holds(path)
  }

  /// Finds a file whose path differs only in its Unicode normal form.
  private static func inAnotherForm(_ path: String) -> String? {
    guard !path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    // Swift's strings are equal in any normal form.
    return matching(path, ==)
  }

  private static func matching(_ path: String, _ isSame: (String, String) -> Bool) -> String? {
    var found = ""
    for name in path.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) {
      let exact = "\(found)/\(name)"
      if FileManager.default.fileExists(atPath: exact) {
        found = exact
      } else {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: found.isEmpty ? "/" : found)) ?? []
        guard let other = names.sorted().first(where: { isSame($0, name) }) else { return nil }
        found += "/\(other)"
      }
    }
    return isFile(found) ? found : nil
  }

  // MARK: Advice

  /// Says why a path finds nothing, if there is more to say.
  func hint(_ waveformPath: String) -> String? {
    if SoundPlaces.leavesRoot(waveformPath) { return "The path leaves the root of the app's resources with `..`." }
    if waveformPath.lowercased().hasPrefix("file:") { return "It is a URL; write a path." }
    if file(String(waveformPath.map { $0 == "\\" ? "/" : $0 })) != nil {
      return "The file is there if the path is written with `/` instead of `\\`."
    }
    if let plain = SoundSearch.withoutPercentSigns(waveformPath), file(plain) != nil {
      return "There is “\(quoted(plain))”: write the name as it is, without percent signs."
    }
    let other = places(waveformPath).lazy.compactMap { path in
      SoundSearch.matching(path) { $0.lowercased() == $1.lowercased() }
    }.first
    return other.map {
      "There is “\(quoted(URL(fileURLWithPath: $0).lastPathComponent))”; an iPhone distinguishes upper and lower case."
    }
  }

  /// Decodes `%20` and the like; `nil` if there is nothing of that kind.
  private static func withoutPercentSigns(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let digits = bytes[min(bytes.count, place + 1)..<min(bytes.count, place + 3)]
      if bytes[place] == UInt8(ascii: "%"), digits.count == 2,
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    return decoded.count < bytes.count ? String(validating: decoded, as: UTF8.self) : nil
  }
}

extension SoundState {
  /// The state of a file that a reader has refused.
  package init(_ error: SoundError, _ path: String) {
    // What only this machine cannot decode, a phone may.
    let file = try? ChunkedFile(path: path)
    guard error.reason == .unreadable, file?.content?.kind != .undecodedSound,
      (try? SoundLength.seconds(ofFileAt: path)) == nil
    else {
      self = .plays
      return
    }
    let cure = file?.foreignContent?.cure
    self = .unreadable(
      cause: error.detail, remedy: cure ?? "Replace it with a sound that can be played, such as a WAV file.")
  }
}

extension Sequence where Element == UInt8 {
  fileprivate func ends(with other: [UInt8]) -> Bool { Array(self).suffix(other.count).elementsEqual(other) }
}
