import CLinux
import ThrumDevice
import ThrumRender
import ThrumTime

/// Runs an output device on its own queue.
///
/// - Thread: its own queue.
actor OutputHost {
  private nonisolated let queue: any DeviceQueue
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.executor.asUnownedSerialExecutor() }
  private let output: any OutputDevice
  private var isOpen = false
  private var ending: Ending?

  struct Ending: Sendable {
    let hasEnded: Bool
    let problem: OutputError?
  }

  init(_ queue: any DeviceQueue, _ makeOutput: @Sendable () -> any OutputDevice) {
    self.queue = queue
    output = makeOutput()
  }

  nonisolated func perform<Result: Sendable>(
    _ call: @escaping @Sendable (isolated OutputHost) -> Result, done: @escaping @Sendable (Result) -> Void = { _ in }
  ) {
    queue.perform({ self.assumeIsolated { call($0) } }, done: done)
  }

  func open(_ request: OutputRequest) -> Result<OutputFormat, OutputError> {
    do throws(OutputError) {
      let format = try output.open(request)
      isOpen = true
      return .success(format)
    } catch { return .failure(error) }
  }

  func start(_ feed: RenderFeed) -> OutputError? {
    do throws(OutputError) {
      try output.start(feed)
      return nil
    } catch { return error }
  }

  /// Fades out and closes the device. Gives up after about 300 ms. Later calls return the same result.
  func stop() -> Ending {
    if let ending { return ending }
    guard isOpen else { return Ending(hasEnded: true, problem: nil) }
    let hasEnded = output.stop()
    let ending = Ending(hasEnded: hasEnded, problem: output.problem)
    self.ending = ending
    return ending
  }
}
