import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumFormats
import ThrumOffline
import ThrumOutput
import ThrumPattern
import ThrumSystem

struct PatternFile {
  /// `-` for standard input.
  let path: String
  let bytes: [UInt8]
  let document: PatternDocument
  /// One of the document's patterns, or `nil` if none can be used.
  let part: PatternDocument.Part?

  var name: String { part?.title.map { "\(document.name) (\($0))" } ?? document.name }

  func playable(_ say: (String) -> Void = { Console.message($0) }) throws -> Pattern {
    let errors = document.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, let part else {
      for line in errors.flatMap(\.shown) { say(line) }
      throw Failure(.badData, "\(name): \(document.format.refusal)")
    }
    do throws(EngineError) { try part.pattern.check() } catch {
      throw Failure(.badData, "\(name): \(error.message); \(document.format.refusal)")
    }
    return part.pattern
  }

  /// `mustBeRegular` rejects pipes, since reading one waits for its writer.
  static func readAll(_ paths: [String], partners: Bool = true, mustBeRegular: Bool = false) throws -> [PatternFile] {
    try (partners ? withPartners(paths) : paths).flatMap { try read($0, mustBeRegular: mustBeRegular) }
  }

  /// Reads all parts of one file, standard input (`-`) or a preset (`preset:NAME`), without its partner.
  static func whole(_ path: String) throws -> WholeFile { WholeFile(try read(path, mustBeRegular: false)) }

  private static func read(_ path: String, mustBeRegular: Bool) throws -> [PatternFile] {
    guard !path.isEmpty else { throw Failure(.usage, "an argument is empty: give the name of a file, or -") }
    let bytes: [UInt8]
    let name = path == "-" ? "<stdin>" : path
    if let preset = try preset(path) {
      bytes = AHAP.write(preset.pattern())
    } else {
      bytes = try Self.bytes(of: path, name: name, mustBeRegular: mustBeRegular)
    }
    return try understand(bytes, path: path, name: name)
  }

  static func understand(_ bytes: [UInt8], path: String, name: String) throws -> [PatternFile] {
    if let kind = FileKind(bytes) {
      throw Failure(.badData, "\(name): this is \(kind.words), not a pattern\(kind.remedy)")
    }
    let document = PatternDocument.read(bytes, name: name)
    let parts = document.parts.isEmpty ? [nil] : document.parts.map(Optional.some)
    return parts.map { PatternFile(path: path, bytes: bytes, document: document, part: $0) }
  }

  static func isPreset(_ path: String) -> Bool { path.hasPrefix("preset:") }

  /// Returns `nil` for a path. Throws `Failure` for an unknown preset.
  private static func preset(_ path: String) throws -> Preset? {
    guard isPreset(path) else { return nil }
    let name = String(path.dropFirst("preset:".count))
    if let preset = Preset.named(name) { return preset }
    let near = Preset.nearest(to: name).map { " (did you mean preset:\($0)?)" } ?? ""
    throw Failure(.noInput, "\(path): there is no preset with that name or number\(near); see `thrum presets`")
  }

  /// Reads up to the parser's size limit.
  static func bytes(of path: String, name: String, mustBeRegular: Bool = false) throws -> [UInt8] {
    try withDescriptor(of: path, name: name, mustBeRegular: mustBeRegular) { descriptor in
      try bytes(of: descriptor, name: name, mustBeRegular: mustBeRegular)
    }
  }

  private static func bytes(of descriptor: Int32, name: String, mustBeRegular: Bool) throws -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(.inputOutput, "\(name): \(systemError())") }
    guard !mustBeRegular || status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, "\(name) is not a regular file")
    }
    let limit = ReadLimits().bytes
    let expected = min(limit, max(0, Int(status.st_size)))
    try MemoryLimit.check(expected, name: name)
    var bytes = try [UInt8](unsafeUninitializedCapacity: expected) { memory, count in
      while count < expected {
        let rest = UnsafeMutableBufferPointer(rebasing: memory[count...])
        let more = try read(descriptor, into: UnsafeMutableRawBufferPointer(rest), name: name)
        guard more > 0 else { return }
        count += more
      }
    }
    // Pipes do not report their size, and files may grow.
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let more = try block.withUnsafeMutableBytes { try read(descriptor, into: $0, name: name) }
      guard more > 0 else { break }
      if bytes.count + more > bytes.capacity { try MemoryLimit.check(2 * (bytes.count + more), name: name) }
      bytes.append(contentsOf: block[..<more])
    }
    return bytes
  }

  static func withDescriptor<Answer>(
    of path: String, name: String, mustBeRegular: Bool = false, _ body: (Int32) throws -> Answer
  ) throws -> Answer {
    let flags = O_RDONLY | O_CLOEXEC | (mustBeRegular ? O_NONBLOCK : 0)
    let descriptor = path == "-" ? STDIN_FILENO : ReadableRoot.open(path, flags)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      let cause = "\(name): \(errno == EXDEV ? ReadableRoot.refusal : systemError())"
      let hint = isMissing && Preset.named(name) != nil ? "; did you mean preset:\(name)?" : ""
      throw Failure(.noInput, cause + hint)
    }
    defer { if path != "-" { close(descriptor) } }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Failure(.noInput, "\(name) is a folder; give a file")
    }
    return try body(descriptor)
  }

  static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer, name: String) throws -> Int {
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw Failure(.inputOutput, "\(name): \(systemError())") }
    }
  }

  /// Finds a sound in the pattern's folder or in a folder above it.
  func sound(_ waveformPath: String) -> String? { AHAP.soundFile(waveformPath, near: place) }

  /// Looks for a sound, and reads it as `play` would.
  func soundState(_ waveformPath: String) -> SoundState {
    AHAP.soundState(waveformPath, near: place, SoundFileReader())
  }

  private var place: String { path == "-" ? "." : folder(ofPath: path) }

  /// Adds existing partners (``PatternPair``).
  static func withPartners(_ paths: [String]) -> [String] {
    var result: [String] = []
    for path in paths {
      result.append(path)
      guard let partner = PatternPair.partner(ofPath: path), isRegular(partner), access(partner, R_OK) == 0 else {
        continue
      }
      if !result.contains(partner), !paths.contains(partner) { result.append(partner) }
    }
    return result
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

struct CompiledFile {
  let pattern: CompiledPattern
  /// Lengths of sounds, keyed by path in the pattern.
  let soundSeconds: [String: Double]
}

extension PatternFile {
  /// Reports sounds that cannot be played, but keeps the haptics.
  ///
  /// - Throws: `Failure` if the pattern cannot be played or there is no memory for a sound.
  func compiled(
    sampleRate: Double, content: PatternTimeline.Content = .all, find: ((String) -> String?)? = nil,
    say: @escaping (String) -> Void = { Console.message($0) }
  ) throws -> CompiledFile {
    var failure: Failure?
    var soundSeconds: [String: Double] = [:]
    let pattern = try playable(say)
    var compiler = ScheduleCompiler(sampleRate: sampleRate) { path in
      guard failure == nil else { return nil }
      do throws(Failure) {
        let memory = try soundMemory(path, at: find.map { $0(path) } ?? sound(path), say)
        soundSeconds[path] = memory?.seconds
        return memory
      } catch {
        failure = error
        return nil
      }
    }
    compiler.hapticsOnly = content == .hapticsOnly
    compiler.audioOnly = content == .audioOnly
    let compiled = compiler.compile(pattern)
    if let failure { throw failure }
    return CompiledFile(pattern: compiled, soundSeconds: soundSeconds)
  }

  private func soundMemory(
    _ path: String, at found: String?, _ say: (String) -> Void
  ) throws(Failure) -> SoundMemory? {
    guard let found else {
      say("\(name): warning: the sound “\(quoted(path))” is missing; the haptics play without it")
      return nil
    }
    do throws(SoundError) {
      return try SoundFileReader().read(path: found)
    } catch {
      if error.reason == .noMemory { throw Failure(.system, "\(name): \(error)") }
      say("\(name): warning: \(error); the haptics play without it")
      return nil
    }
  }
}
