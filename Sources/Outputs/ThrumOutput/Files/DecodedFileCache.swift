import Glibc
import Synchronization
import ThrumDevice

final class DecodedFileCache: Sendable {
  struct Key: Hashable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  private struct Entry {
    weak var memory: SoundMemory?
  }

  private let entries = Mutex<[Key: Entry]>([:])

  subscript(key: Key) -> SoundMemory? {
    get { entries.withLock { $0[key]?.memory } }
    set {
      entries.withLock { entries in
        entries = entries.filter { $0.value.memory != nil }
        entries[key] = Entry(memory: newValue)
      }
    }
  }
}
