import Glibc
import ThrumDevice

extension Failure {
  /// A sound that a command was given cannot be read: there is no file, it is not a sound, or the library for it is missing.
  init(_ error: SoundError, _ path: String) {
    var status = stat()
    let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR && access(path, R_OK) == 0
    self.init(error.reason == .noLibrary ? .noDevice : isFile ? .badData : .noInput, "\(error)")
  }
}
