import COutput
import ThrumDevice

extension SoundError {
  static func rejected(_ path: String) -> SoundError {
    let isUnknown = sf_error(nil) == Int32(SF_ERR_UNRECOGNISED_FORMAT)
    let detail = isUnknown ? "it is not a sound file in a known format" : String(cString: sf_strerror(nil))
    return SoundError(.unreadable, path: path, detail: detail)
  }
}
