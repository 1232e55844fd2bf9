import HapticRender

/// Keeps an output device on a queue of its own, so that a device that hangs keeps nobody waiting but itself.
///
/// The engine sends it a feed's address; what it points to stays until ``stop()`` has answered `true`.
actor OutputHost {
  private nonisolated let executor = EngineExecutor(label: "thrum.output")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let output: any OutputDevice
  private var isOpen = false
  private var ending: Ending?

  /// What an output has to tell when it has ended.
  struct Ending: Sendable {
    /// Whether its thread has ended; otherwise the memory that it renders from must stay.
    let hasEnded: Bool
    /// What went wrong without ending the run.
    let problem: OutputError?
  }

  init(_ makeOutput: @Sendable () -> any OutputDevice) { output = makeOutput() }

  /// Does something to the device, later, on its queue.
  nonisolated func perform(_ body: @escaping @Sendable (isolated OutputHost) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
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
  func start(feedAddress: UInt) -> OutputError? {
    guard let feed = UnsafePointer<RenderFeed>(bitPattern: feedAddress) else { return nil }
    do throws(OutputError) {
      // Safety: the engine keeps the feed until the device has stopped.
      try output.start(feed.pointee)
      return nil
    } catch { return error }
  }

  /// Fades and closes; about 300 ms at most when the device hangs. A second time it answers the same.
  func stop() -> Ending {
    if let ending { return ending }
    guard isOpen else { return Ending(hasEnded: true, problem: nil) }
    let hasEnded = output.stop()
    let ending = Ending(hasEnded: hasEnded, problem: output.problem)
    self.ending = ending
    return ending
  }
}
