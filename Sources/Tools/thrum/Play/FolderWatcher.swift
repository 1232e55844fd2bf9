import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import ThrumSystem

/// Detects files that are rewritten, replaced or created.
///
/// Watches folders with inotify. Also polls once a second, for network mounts and other file systems without it.
final class FolderWatcher {
  private var reports = FolderReports()
  private var files: [PathKey: FileVersion?] = [:]
  private var lastLook = 0.0
  private var changedAt: Double?

  /// Readable after an event, or −1 without inotify.
  var descriptor: Int32 { reports.descriptor }

  /// Watches these files instead of the previous ones. They need not exist.
  func watch(_ paths: [String]) {
    let old = files
    files = [:]
    for path in paths { files[PathKey(path)] = old[PathKey(path)] ?? FileVersion(path: path) }
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
        let current = FileVersion(path: path.path)
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

/// Sleeps until there is input, a changed file, Ctrl-Z, or a call to ``wake()``.
final class IdleWait: Sendable {
  private let event = thrum_event_make()
  private let suspension = thrum_signal_descriptor(SIGTSTP)

  deinit {
    for descriptor in [event, suspension] where descriptor >= 0 { close(descriptor) }
  }

  /// Ends the current or next wait.
  func wake() { thrum_event_raise(event) }

  /// Returns `false` after a timeout. Ignores negative descriptors.
  func wait(milliseconds: Int, _ descriptors: [Int32]) async -> Bool {
    let all = descriptors + [event, suspension]
    // A blocking poll must not occupy one of Swift's few concurrency threads.
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var states = all.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let count = poll(&states, nfds_t(states.count), Int32(milliseconds))
        thrum_event_clear(self.event)
        continuation.resume(returning: count != 0)
      }
    }
  }
}
