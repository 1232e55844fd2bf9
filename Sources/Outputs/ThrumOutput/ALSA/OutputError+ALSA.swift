import CAudio
import Glibc
import ThrumDevice

extension OutputError {
  init(alsa code: Int, device: String, step: String) {
    let number = Int32(truncatingIfNeeded: -code)
    let reason: Reason
    let message: String
    switch number {
    case ENOENT, ENODEV, ENXIO:
      reason = .noDevice
      message =
        "there is no ALSA device “\(device)”, or it is not connected: `thrum devices` or `aplay -L` lists the names"
    case EBUSY:
      reason = .busy
      message =
        "“\(device)” is in use by another program: close it, or play through the sound server, ALSA's “default”"
    case EACCES, EPERM:
      reason = .notPermitted
      message =
        "the system denies this user access to “\(device)”: join the group that owns /dev/snd (often “audio”) and log in again"
    case ECONNREFUSED, EHOSTDOWN, ECONNRESET:
      reason = .noServer
      message = "the sound server behind “\(device)” does not respond: start it, or name a card, such as ALSA's “hw:0”"
    case ELIBACC:
      reason = .noDevice
      message = thrum_alsa_load().map { String(cString: $0) } ?? "libasound cannot be loaded"
    case ETIMEDOUT:
      reason = .timeout
      message = "“\(device)” did not respond in time: the sound server may be frozen; restart it"
    case EINVAL where step == "open":
      reason = .unsupported
      message = "ALSA does not understand “\(device)”: check the name and ~/.asoundrc, or try ALSA's “default”"
    case EINVAL where step != "prepare":
      reason = .unsupported
      message =
        "“\(device)” does not support \(step): try ALSA's “plughw:…” or “default”, other channels, or another period"
    default:
      reason = .failed
      message =
        "“\(device)” failed at \(step) (\(String(cString: strerror(number)))): try again, or choose another device from `thrum devices`"
    }
    self.init(reason, device: device, message: message)
  }
}
