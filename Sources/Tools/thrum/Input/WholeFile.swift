import ThrumEngine
import ThrumFormats
import ThrumOffline
import ThrumPattern

/// All parts of a pattern file, for whatever judges, compares or shares it as one.
struct WholeFile {
  /// One for each pattern of the file; at least one.
  let parts: [PatternFile]

  /// `parts` must not be empty.
  init(_ parts: [PatternFile]) { self.parts = parts }

  var document: PatternDocument { parts[0].document }
  /// Name as given by the user.
  var name: String { document.name }
  var bytes: [UInt8] { parts[0].bytes }

  /// Returns all patterns.
  ///
  /// - Throws: `Failure` if any cannot be played.
  func playable(_ say: (String) -> Void = { Console.message($0) }) throws -> PatternGroup {
    PatternGroup(try parts.map { PatternGroup.Part(title: $0.part?.title, try $0.playable(say)) })
  }

  /// Finds a sound in the file's folder or in a folder above it.
  func sound(_ waveformPath: String) -> String? { parts[0].sound(waveformPath) }

  func soundState(_ waveformPath: String) -> SoundState { parts[0].soundState(waveformPath) }

  /// Compiles all parts. `soundSeconds` has the lengths of all sounds.
  func compiled(
    sampleRate: Double, find: ((String) -> String?)? = nil, say: @escaping (String) -> Void = { Console.message($0) }
  ) throws -> (patterns: [CompiledPattern], soundSeconds: [String: Double]) {
    let compiled = try parts.map { try $0.compiled(sampleRate: sampleRate, find: find, say: say) }
    let seconds = compiled.reduce(into: [:]) { $0.merge($1.soundSeconds) { first, _ in first } }
    return (compiled.map(\.pattern), seconds)
  }
}
