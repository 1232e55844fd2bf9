import FoundationEssentials
import Glibc
import ThrumSystem

/// Notices when files change: written in place, replaced by another of the same name, or new.
///
/// The folders are watched (inotify), since editors replace files; a file counts as changed when it is another one or has
/// another size or time. Once a second the files are looked at in any case, for folders that tell nothing, as some over
/// the network do.
final class FolderWatcher {
  private var reports = FolderReports()
  private var files: [String: Stamp?] = [:]
  private var lastLook = 0.0
  private var changedAt: Double?

  /// What tells one version of a file from another.
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

  /// Readable when something has happened in a watched folder; −1 where that cannot be had.
  var descriptor: Int32 { reports.descriptor }

  /// Watches these files from now on, which need not exist.
  func watch(_ paths: [String]) {
    let old = files
    files = [:]
    for path in paths { files[path] = old[path] ?? Stamp(path) }
    let interest = Int(IN_CLOSE_WRITE) | Int(IN_MOVED_TO) | Int(IN_CREATE) | Int(IN_ATTRIB)
    for path in paths {
      // The name's folder, and where a link leads.
      for place in [path, URL(fileURLWithPath: path).resolvingSymlinksInPath().path] {
        let folder = folder(ofPath: place)
        _ = reports.watch(path: folder.isEmpty ? "." : folder, interest)
      }
    }
  }

  /// Whether a file has changed and has then been left alone for 60 ms; asked often.
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
