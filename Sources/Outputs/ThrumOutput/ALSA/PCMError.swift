import CLinux
import Glibc
import ThrumDevice

enum PCMError {
  static let again = Int(EAGAIN)
  static let interrupted = Int(EINTR)
  static let underrun = Int(EPIPE)
  static let suspended = Int(ESTRPIPE)
  static let inputOutput = Int(EIO)
  static let noDevice = Int(ENODEV)
  static let badState = Int(EBADFD)
  static let timedOut = Int(ETIMEDOUT)
}
