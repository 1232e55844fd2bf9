import Glibc

/// Tells versions of files apart without reading them: device, number, size and time of the last change.
package struct FileVersion: Hashable, Sendable, CustomStringConvertible {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  package init(_ status: stat) {
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// `nil` if there is no such file. Follows links.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package var description: String { "\(device) \(number) \(size) \(seconds) \(nanoseconds)" }
}
