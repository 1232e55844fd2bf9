import Glibc

/// What the system reports about folders (inotify).
///
/// - Thread: one at a time.
package struct FolderReports: ~Copyable {
  /// Readable when there is a report; −1 where the system has none.
  package let descriptor: Int32

  /// Something that happened in a watched folder.
  package struct Event {
    /// The folder's number, as ``watch(path:_:)`` returned it.
    package let folder: Int32
    /// The file or folder in it; empty for what concerns the watched folder itself.
    package let name: String
    private let mask: UInt32

    fileprivate init(_ event: inotify_event, _ name: String) {
      folder = event.wd
      mask = event.mask
      self.name = name
    }

    private func has(_ flag: Int) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
    /// Whether it concerns a folder in the watched one.
    package var isOfFolder: Bool { has(Int(IN_ISDIR)) }
    /// Whether the folder is watched no more.
    package var endsWatch: Bool { has(Int(IN_IGNORED)) }
    /// Whether reports are missing: lost ones, or those of a folder that was moved or deleted.
    package var losesReports: Bool { endsWatch || has(Int(IN_Q_OVERFLOW)) || has(Int(IN_MOVE_SELF)) }
  }

  /// Asks the system for reports, unless `isActive` is `false`.
  package init(isActive: Bool = true) {
    descriptor = isActive ? inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) : -1
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Watches a folder. Returns its number, or `nil` when the system cannot: it has a limit (`fs.inotify.max_user_watches`).
  ///
  /// - Parameter interest: what to report, as `inotify_add_watch` takes it.
  package mutating func watch(path: String, _ interest: Int) -> Int32? {
    guard descriptor >= 0 else { return nil }
    let number = inotify_add_watch(descriptor, path, UInt32(interest))
    return number >= 0 ? number : nil
  }

  /// Watches an open folder, as ``watch(path:_:)`` does.
  package mutating func watch(_ folder: Int32, _ interest: Int) -> Int32? {
    watch(path: "/proc/self/fd/\(folder)", interest)
  }

  /// Ends the watch of a folder.
  package mutating func unwatch(_ number: Int32) { inotify_rm_watch(descriptor, number) }

  /// Takes what was reported, without waiting.
  package mutating func take() -> [Event] {
    guard descriptor >= 0 else { return [] }
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var place = 0
        while place + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          place += MemoryLayout<inotify_event>.size
          let name = String(decoding: buffer[place..<place + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          place += Int(event.len)
          events.append(Event(event, name))
        }
      }
    }
    return events
  }
}
