import CAudio
import Glibc
import ThrumDevice

/// A sound that libsndfile has opened. Whoever opens it closes the handle.
struct LibraryFile {
  let handle: OpaquePointer
  let channels: Int
  let sampleRate: Double
  let frames: Int

  /// - Parameter path: name for errors.
  init(_ file: OpenFile, path: String) throws(SoundError) {
    if let error = ForeignSound.error(file.chunks, path: path) { throw error }
    if let problem = thrum_sndfile_load() {
      throw SoundError(.noLibrary, path: path, detail: String(cString: problem))
    }
    var info = SF_INFO()
    // libsndfile closes the descriptor of a rejected file, so it gets a duplicate.
    let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SoundError(.unreadable, path: path, detail: String(cString: strerror(errno))) }
    guard let opened = sf_open_fd(copy, Int32(SFM_READ), &info, 1) else { throw SoundError.rejected(path) }
    guard SoundLimits.channels.contains(Int(info.channels)), info.samplerate > 0, info.frames >= 0 else {
      sf_close(opened)
      throw SoundError(.unreadable, path: path, detail: "the header is invalid")
    }
    handle = opened
    (channels, sampleRate, frames) = (Int(info.channels), Double(info.samplerate), Int(info.frames))
  }
}

extension SoundError {
  fileprivate static func rejected(_ path: String) -> SoundError {
    let isUnknown = sf_error(nil) == Int32(SF_ERR_UNRECOGNISED_FORMAT)
    let detail = isUnknown ? (try? ChunkedFile(path: path))?.notASound : nil
    return SoundError(.unreadable, path: path, detail: detail ?? String(cString: sf_strerror(nil)))
  }
}
