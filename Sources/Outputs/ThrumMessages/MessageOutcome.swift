import CLinux
import ThrumDevice

package enum MessageOutcome {
  case sent
  /// The next message may succeed.
  case refused(OutputError)
  case gone(OutputError)
}
