import Glibc

/// Reports of changes in folders (inotify).
package struct FolderReports: ~Copyable {
  /// Readable when there are reports; −1 without inotify.
  package let descriptor: Int32

  package struct Event {
    /// Number from ``watch(path:_:)``.
    package let folder: Int32
    /// Empty for the watched folder itself.
    package let name: String
    private let mask: UInt32

    fileprivate init(_ event: inotify_event, _ name: String) {
      folder = event.wd
      mask = event.mask
      self.name = name
    }

    private func has(_ flag: Int) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
    package var isOfFolder: Bool { has(Int(IN_ISDIR)) }
    package var endsWatch: Bool { has(Int(IN_IGNORED)) }
    /// Whether reports were lost, or the folder was moved or deleted.
    package var losesReports: Bool { endsWatch || has(Int(IN_Q_OVERFLOW)) || has(Int(IN_MOVE_SELF)) }
  }

  /// Uses inotify only if `isActive`.
  package init(isActive: Bool = true) {
    descriptor = isActive ? inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) : -1
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Starts watching a folder and returns the watch descriptor, or `nil` if the system cannot watch it (see
  /// `fs.inotify.max_user_watches`).
  package mutating func watch(path: String, _ interest: Int) -> Int32? {
    guard descriptor >= 0 else { return nil }
    let number = inotify_add_watch(descriptor, path, UInt32(interest))
    return number >= 0 ? number : nil
  }

  package mutating func watch(_ folder: Int32, _ interest: Int) -> Int32? {
    watch(path: "/proc/self/fd/\(folder)", interest)
  }

  package mutating func unwatch(_ number: Int32) { inotify_rm_watch(descriptor, number) }

  /// Returns the reports so far without waiting.
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
