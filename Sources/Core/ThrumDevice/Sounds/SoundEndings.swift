/// How the names of sound files end.
package enum SoundEndings {
  /// Of files that Thrum reads, some of them with a library of the system.
  package static let readable = ["wav", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus", "mp3"]
  /// Of other sounds.
  package static let others = ["m4a", "aac", "wma"]

  /// The ending of a path that names a sound.
  package static func of(_ path: String) -> String? {
    let name = path.lowercased()
    return (readable + others).first { name.hasSuffix("." + $0) }
  }
}
