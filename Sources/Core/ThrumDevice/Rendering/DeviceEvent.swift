/// What a device reports to the engine while it runs.
package enum DeviceEvent: BitwiseCopyable, Sendable {
  /// It had an underrun and continues.
  case underrun
  /// It no longer accepts frames.
  case stalled
  /// It had stalled and accepts frames again.
  case recovered
  /// It is gone and could not be brought back: an errno.
  case lost(Int32)
}

/// As two numbers, which cross a call of C.
extension DeviceEvent {
  /// Which of the cases it is.
  var kind: Int32 {
    switch self {
    case .underrun: 0
    case .stalled: 1
    case .recovered: 2
    case .lost: 3
    }
  }

  /// The errno of a lost device, else 0.
  var number: Int32 {
    if case .lost(let number) = self { number } else { 0 }
  }

  /// The event of ``kind`` and ``number``.
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
