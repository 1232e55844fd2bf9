import FoundationEssentials
import Glibc
import ThrumSystem

/// Detects files that are rewritten, replaced or created.
///
/// Watches folders with inotify. Also polls once a second, for network mounts and other file systems without it.
final class FolderWatcher {
  private var reports = FolderReports()
  private var files: [String: Stamp?] = [:]
  private var lastLook = 0.0
  private var changedAt: Double?

  private struct Stamp: Equatable {
    let device: UInt
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// Readable after an event, or −1 without inotify.
  var descriptor: Int32 { reports.descriptor }

  /// Watches these files instead of the previous ones. They need not exist.
  func watch(_ paths: [String]) {
    let old = files
    files = [:]
    for path in paths { files[path] = old[path] ?? Stamp(path) }
    let interest = Int(IN_CLOSE_WRITE) | Int(IN_MOVED_TO) | Int(IN_CREATE) | Int(IN_ATTRIB)
    for path in paths {
      for place in [path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path] {
        let folder = folder(ofPath: place)
        _ = reports.watch(path: folder.isEmpty ? "." : folder, interest)
      }
    }
  }

  /// Whether a file has changed and then stayed the same for 60 ms.
  ///
  /// - Parameter now: monotonic seconds.
  func hasChanged(_ now: Double) -> Bool {
    if !reports.take().isEmpty || now - lastLook >= 1 {
      lastLook = now
      for (path, stamp) in files {
        let current = Stamp(path)
        guard current != stamp else { continue }
        files[path] = .some(current)
        changedAt = now
      }
    }
    guard let changedAt, now - changedAt >= 0.06 else { return false }
    self.changedAt = nil
    return true
  }
}
