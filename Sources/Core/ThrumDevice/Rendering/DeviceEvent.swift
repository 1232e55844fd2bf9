import CLinux
import ThrumSystem

package enum DeviceEvent: BitwiseCopyable, Sendable {
  /// The device continues after an underrun.
  case underrun
  /// The device no longer accepts frames.
  case stalled
  /// The device accepts frames again.
  case recovered
  /// Permanent loss of the device, with an errno.
  case lost(Int32)
}

extension DeviceEvent {
  var kind: Int32 {
    switch self {
    case .underrun: 0
    case .stalled: 1
    case .recovered: 2
    case .lost: 3
    }
  }

  var number: Int32 {
    if case .lost(let number) = self { number } else { 0 }
  }

  package init(kind: Int32, number: Int32) {
    self =
      switch kind {
      case 0: .underrun
      case 1: .stalled
      case 2: .recovered
      default: .lost(number)
      }
  }
}
