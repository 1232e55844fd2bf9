import CPage
import FoundationEssentials
import Glibc
import ThrumPattern
import ThrumSystem

struct FolderError: Error, Equatable {
  var number: Int32
  var message: String

  init(_ error: SystemError) { self.init(number: error.number) }

  init(number: Int32 = errno, message: String? = nil) {
    self.number = number
    self.message = message ?? String(cString: strerror(number))
    guard message == nil else { return }
    switch number {
    case ENOENT: self.message = "does not exist"
    case ELOOP, ENOTDIR: self.message = "part of the path is a link or not a folder; links are not followed"
    default: break
    }
  }
}
