import Glibc
import ThrumDevice

extension Failure {
  /// A missing or invalid sound file, or a missing library for it.
  init(_ error: SoundError, _ path: String) {
    var status = stat()
    let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR && access(path, R_OK) == 0
    self.init(error.reason == .noLibrary ? .noDevice : isFile ? .badData : .noInput, "\(error)")
  }
}
