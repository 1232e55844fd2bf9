import Synchronization
import ThrumDevice
import ThrumSystem

/// An output in real time whose samples a host takes in its audio callback.
///
/// ```swift
/// let driver = try PulledOutput.Driver()
/// let engine = try HapticEngine(EngineConfiguration { PulledOutput(driver) })
/// let port = driver.port  // for the audio thread, while the driver lives
/// ```
///
/// If the host does not pull for 1.5 s, players go on in silence. The engine stops with a system error once the host
/// has not pulled for another 35 s.
public final class PulledOutput: OutputDevice {
  /// What the host keeps: the port of an engine, which also outlives the engine's runs.
  public final class Driver: Sendable {
    /// For the host's audio thread, as long as the driver exists.
    public let port: PullPort

    private static let count = Atomic<UInt64>(0)

    /// Creates a driver for one engine.
    ///
    /// - Throws: `OutputError` if there are 64 already.
    public convenience init() throws(OutputError) {
      // Even, unlike the handles of the C interface.
      try self.init(key: Driver.count.wrappingAdd(2, ordering: .relaxed).newValue)
    }

    /// - Parameter key: finds the port.
    package init(key: UInt64) throws(OutputError) {
      guard let port = PullPort.claim(key) else {
        throw OutputError(
          .busy, device: PulledOutput.name,
          message: "there are already \(PullPort.capacity) engines whose samples are pulled: free one")
      }
      self.port = port
    }

    deinit { port.release() }

    /// Lets no pull in any more, and waits up to 0.15 s for one that has begun.
    package func retire() {
      port.release()
      _ = PulledOutput.waitUntilVacant(port)
    }
  }

  private static let name = "pulled"

  /// What the watchdog sees: the host's pulls.
  private struct Pulls: Watchdog.Report {
    let port: PullPort
    var lastAlive: UInt64 { port.lastPull }
    var isSuspended: Bool { false }
    var awake: Int32 { -1 }
  }

  private let driver: Driver
  private let runtime: DeviceRuntime
  private var feed: RenderFeed?
  private var watchdog: Watchdog?

  /// Creates an output whose samples the host takes from `driver`.
  public convenience init(_ driver: Driver) { self.init(driver, runtime: .system) }

  package init(_ driver: Driver, runtime: DeviceRuntime) {
    self.driver = driver
    self.runtime = runtime
  }

  /// Accepts any rate. The buffer is the longest block that engine time allows for: 85 ms.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let buffer = request.bufferFrames ?? Int(request.sampleRate * 4096 / 48_000)
    return OutputFormat(
      name: PulledOutput.name, sampleRate: request.sampleRate, periodFrames: request.periodFrames ?? buffer / 8,
      bufferFrames: buffer)
  }

  /// Lets the host's pulls in.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    let watchdog = Watchdog(
      ThreadSignals(clock: runtime.clock), report: Pulls(port: driver.port), feed: feed, runtime: runtime)
    guard driver.port.open(feed, at: runtime.clock.nanoseconds) else {
      throw OutputError(
        .busy, device: PulledOutput.name,
        message: "the samples of this engine cannot be pulled: it was freed, or the host's thread is still in a pull")
    }
    do throws(ThreadError) { try watchdog.start() } catch {
      driver.port.close()
      throw OutputError(error)
    }
    self.feed = feed
    self.watchdog = watchdog
  }

  /// Fades out if the host is pulling, then lets no further pull in.
  public func stop() -> Bool {
    guard let feed else { return true }
    fadeOut(feed)
    driver.port.close()
    let isVacant = PulledOutput.waitUntilVacant(driver.port, runtime.clock)
    let isAlone = watchdog?.stop(takingLease: false) ?? true
    watchdog = nil
    self.feed = nil
    return isVacant && isAlone
  }

  private func fadeOut(_ feed: RenderFeed) {
    let deadline = runtime.clock.nanoseconds + 100_000_000
    guard driver.port.lastPull + 100_000_000 > runtime.clock.nanoseconds else { return }
    // An atomic value, which any thread may set.
    feed.silence()
    let end = feed.status.renderedFrames + SampleTime(9 * quantumFrames + feed.latency)
    while feed.status.renderedFrames < end, runtime.clock.nanoseconds < deadline {
      PulledOutput.pause(runtime.clock)
    }
  }

  private static func waitUntilVacant(_ port: PullPort, _ clock: any DeviceClock = SystemClock()) -> Bool {
    let deadline = clock.nanoseconds + 150_000_000
    while !port.isVacant {
      guard clock.nanoseconds < deadline else { return false }
      pause(clock)
    }
    return true
  }

  /// Waits for a millisecond.
  private static func pause(_ clock: any DeviceClock) { _ = clock.wait(for: -1, until: clock.nanoseconds + 1_000_000) }
}
