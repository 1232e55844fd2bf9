import ThrumDevice
import ThrumRender

/// Keeps an output device on a queue of its own, so that a device that hangs keeps nobody waiting but itself.
///
/// What a feed points to stays until ``stop()`` has returned an ending of a thread that has ended.
///
/// - Thread: its own queue.
actor OutputHost {
  private nonisolated let queue: any DeviceQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.executor.asUnownedSerialExecutor() }
  private let output: any OutputDevice
  private var isOpen = false
  private var ending: Ending?

  /// What an output reports when it has ended.
  struct Ending: Sendable {
    /// Whether its thread has ended; otherwise the memory that it renders from must stay.
    let hasEnded: Bool
    /// What went wrong without ending the run.
    let problem: OutputError?
  }

  init(_ queue: any DeviceQueue, _ makeOutput: @Sendable () -> any OutputDevice) {
    self.queue = queue
    output = makeOutput()
  }

  /// Makes a call into the device, later, on its queue; `done` gets its result on the engine's executor.
  nonisolated func perform<Result: Sendable>(
    _ call: @escaping @Sendable (isolated OutputHost) -> Result, done: @escaping @Sendable (Result) -> Void = { _ in }
  ) {
    queue.perform({ self.assumeIsolated { call($0) } }, done: done)
  }

  /// Opens the device.
  func open(_ request: OutputRequest) -> Result<OutputFormat, OutputError> {
    do throws(OutputError) {
      let format = try output.open(request)
      isOpen = true
      return .success(format)
    } catch { return .failure(error) }
  }

  /// Hands the renderer over.
  func start(_ feed: RenderFeed) -> OutputError? {
    do throws(OutputError) {
      try output.start(feed)
      return nil
    } catch { return error }
  }

  /// Fades and closes; about 300 ms at most when the device hangs. A second time it returns the same.
  func stop() -> Ending {
    if let ending { return ending }
    guard isOpen else { return Ending(hasEnded: true, problem: nil) }
    let hasEnded = output.stop()
    let ending = Ending(hasEnded: hasEnded, problem: output.problem)
    self.ending = ending
    return ending
  }
}
