import Glibc
import ThrumDevice
import ThrumFormats

extension Failure {
  init(_ error: SoundError, _ path: String) {
    var status = stat()
    let isFile = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR && access(path, R_OK) == 0
    if isFile, error.reason == .unreadable, PatternFormat(fileName: path) != nil {
      self.init(.badData, "\(path) is a pattern; give a sound, such as a WAV file")
    } else {
      self.init(error.reason == .noLibrary ? .noDevice : isFile ? .badData : .noInput, "\(error)")
    }
  }
}
