import CLinux
import FoundationEssentials
import Glibc

enum Key: Equatable {
  case pause, quit, begin, loop, mute, louder, quieter, first, second, flip, help
  /// Seconds.
  case step(Double)
}
