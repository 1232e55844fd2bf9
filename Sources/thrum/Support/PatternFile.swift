import Foundation
import Glibc
import ThrumPattern

/// A pattern with the file it came from.
struct PatternFile {
  /// The path as given; `-` is standard input.
  let path: String
  /// What was read.
  let bytes: [UInt8]
  /// What was understood; of a clip, one of the two patterns that it becomes.
  let document: AHAPDocument
  /// The `.haptic` clip that the pattern was made of.
  private(set) var clip: HapticClip?
  /// What was found in the clip.
  private(set) var clipFindings: [Diagnostic] = []

  /// The name in messages.
  var name: String { document.name }

  /// The pattern, or a failure after `say` has shown what is wrong.
  func playable(_ say: (String) -> Void = { Console.message($0) }) throws -> Pattern {
    let errors = (document.diagnostics + clipFindings).filter { $0.severity == .error }
    guard errors.isEmpty, let pattern = document.pattern else {
      for error in errors { say(error.shown) }
      throw Failure(.badData, "\(name): a phone would refuse this pattern")
    }
    return pattern
  }

  /// Reads files and their partners; a clip becomes a pattern of its envelopes and one of its pulses, which no curve
  /// bends. With `mustBeRegular` what is not a regular file is refused: reading a pipe waits for its writer.
  static func readAll(_ paths: [String], partners: Bool = true, mustBeRegular: Bool = false) throws -> [PatternFile] {
    try (partners ? withPartners(paths) : paths).flatMap { path in
      guard path.lowercased().hasSuffix(".haptic") else { return [try read(path, mustBeRegular: mustBeRegular)] }
      return try readClip(path, mustBeRegular)
    }
  }

  private static func readClip(_ path: String, _ mustBeRegular: Bool) throws -> [PatternFile] {
    let bytes = try bytes(of: path, name: path, mustBeRegular: mustBeRegular)
    let document = HapticClip.read(bytes, name: path)
    guard let clip = document.clip else {
      return [PatternFile(path, bytes, AHAPDocument(name: path), nil, document.diagnostics)]
    }
    let parts = [("envelopes", clip.continuousPattern), ("pulses", clip.transientPattern)]
    let used = parts.filter { !$1.entries.isEmpty }
    return (used.isEmpty ? [parts[0]] : used).map { name, pattern in
      let title = used.count == 2 ? "\(path) (\(name))" : path
      return PatternFile(path, bytes, AHAP.read(AHAP.write(pattern), name: title), clip, document.diagnostics)
    }
  }

  /// Reads a file, standard input for `-`, or a preset for `preset:NAME`.
  static func read(_ path: String, mustBeRegular: Bool = false) throws -> PatternFile {
    if let preset = try preset(path) {
      return PatternFile(path, name: path, AHAP.write(preset.pattern()))
    }
    let name = path == "-" ? "<stdin>" : path
    return PatternFile(path, name: name, try bytes(of: path, name: name, mustBeRegular: mustBeRegular))
  }

  private init(_ path: String, name: String, _ bytes: [UInt8]) {
    self.init(path, bytes, AHAP.read(bytes, name: name))
  }

  private init(
    _ path: String, _ bytes: [UInt8], _ document: AHAPDocument, _ clip: HapticClip? = nil,
    _ clipFindings: [Diagnostic] = []
  ) {
    self.path = path
    self.bytes = bytes
    self.document = document
    self.clip = clip
    self.clipFindings = clipFindings
  }

  /// Whether an argument names a preset, not a file.
  static func isPreset(_ path: String) -> Bool { path.hasPrefix("preset:") }

  /// The preset that an argument names, `nil` when it names none.
  private static func preset(_ path: String) throws -> Preset? {
    guard isPreset(path) else { return nil }
    let name = String(path.dropFirst("preset:".count))
    if let preset = Preset.named(name) { return preset }
    let near = Preset.nearest(to: name).map { "; did you mean preset:\($0)?" } ?? ""
    throw Failure(.noInput, "\(path): there is no preset of that name or number\(near); `thrum presets` lists them")
  }

  /// The bytes of a file or of standard input, bounded by the reader's limit.
  static func bytes(of path: String, name: String, mustBeRegular: Bool = false) throws -> [UInt8] {
    let flags = O_RDONLY | O_CLOEXEC | (mustBeRegular ? O_NONBLOCK : 0)
    let descriptor = path == "-" ? STDIN_FILENO : open(path, flags)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      let cause = "\(name): \(systemError())"
      let hint = isMissing && Preset.named(name) != nil ? "; the preset of that name is preset:\(name)" : ""
      // Nothing was read: the file is missing, may not be read, or is none.
      throw Failure(.noInput, cause + hint)
    }
    defer { if path != "-" { close(descriptor) } }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(.noInput, "\(name): is a folder, a file was expected")
    }
    guard !mustBeRegular || status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, "\(name): is not a regular file")
    }
    let limit = ReadLimits().bytes
    let expected = min(limit, max(0, Int(status.st_size))) + 1
    try MemoryLimit.check(expected - 1, name: name)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var block = [UInt8](repeating: 0, count: max(65_536, min(expected, 1 << 22)))
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { break }
      if count < 0 {
        guard errno == EINTR else { throw Failure(.inputOutput, "\(name): \(systemError())") }
        continue
      }
      // A pipe does not say how much will come.
      if bytes.count + count > bytes.capacity { try MemoryLimit.check(2 * (bytes.count + count), name: name) }
      bytes.append(contentsOf: block[..<count])
    }
    return bytes
  }

  /// The file behind a waveform path.
  func sound(_ waveformPath: String) -> String? {
    AHAP.soundFile(waveformPath, near: path == "-" ? "." : (path as NSString).deletingLastPathComponent)
  }

  /// The files to play together: `x_continuous.ahap` brings `x_transients.ahap` along when that exists.
  static func withPartners(_ paths: [String]) -> [String] {
    var result: [String] = []
    for path in paths {
      result.append(path)
      guard let partner = partner(path), isRegular(partner), access(partner, R_OK) == 0 else { continue }
      if !result.contains(partner), !paths.contains(partner) { result.append(partner) }
    }
    return result
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The name of the file that would play along.
  static func partner(_ path: String) -> String? {
    guard path.hasSuffix("_continuous.ahap") else { return nil }
    return String(path.dropLast("_continuous.ahap".count)) + "_transients.ahap"
  }
}
