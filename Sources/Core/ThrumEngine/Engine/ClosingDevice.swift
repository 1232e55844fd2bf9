/// A device that is being closed, whether or not somebody still waits for that.
///
/// - Thread: the engine's executor.
enum ClosingDevice {
  /// Nothing was rendered to it.
  case unused(OutputHost)
  /// It has rendered a run, whose memory stays until its thread has ended.
  case used(RenderSession, OutputHost)

  /// The device's own.
  var host: OutputHost {
    switch self {
    case .unused(let host), .used(_, let host): host
    }
  }
}
