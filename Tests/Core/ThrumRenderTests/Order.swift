import ThrumDevice
import ThrumPattern
import ThrumRender

/// A command without its values, for tests that send the same values to many kinds.
enum Order: CaseIterable {
  case start, stop, cancel, pause, resume, seek, setRate, setLoop, setControl, rampControl, release

  /// The command's action; values it does not use are ignored.
  func action(_ control: DynamicParameterID, value: Double, end: SampleTime, flag: Bool, path: UInt64 = 0)
    -> Command.Action
  {
    let change = ControlChange(control, to: value, path: path, beginsPath: flag)
    return switch self {
    case .start: .start(isNow: flag)
    case .stop: .stop
    case .cancel: .cancel
    case .pause: .pause
    case .resume: .resume
    case .seek: .seek(to: value)
    case .setRate: .setRate(value)
    case .setLoop: .setLoop(isOn: flag, end: value)
    case .setControl: .setControl(change)
    case .rampControl: .rampControl(change, end: end)
    case .release: .release
    }
  }
}
