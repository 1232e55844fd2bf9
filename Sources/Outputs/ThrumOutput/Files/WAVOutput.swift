import Synchronization
import ThrumDevice

/// An output that writes a WAV file in real time.
public final class WAVOutput: OutputDevice {
  private let path: String
  private var paced: PacedRendering?
  private var format: OutputFormat?
  private let failure = FailureBox()

  /// Creates an output. Writing begins when the output starts.
  public init(path: String) { self.path = path }

  /// Accepts the requested rate, with two float channels. Checks that the file can be created.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    var format = OutputFormat(
      name: "wav:\(path)", sampleRate: request.sampleRate, periodFrames: 512, bufferFrames: 512)
    // Gives a slow disk time to write the rest.
    format.closingSeconds = 5.5
    self.format = format
    // Reports a missing or read-only folder here rather than on the thread.
    do throws(FileError) {
      try WAVWriter(path: path, sampleRate: Int(request.sampleRate), channels: 2, format: .float32).abandon()
    } catch {
      throw OutputError(.failed, device: format.name, message: "cannot write \(error)")
    }
    return format
  }

  /// Starts writing.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let format else {
      throw OutputError(.failed, device: path, message: "the output was started before it was opened")
    }
    let paced = PacedRendering(feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate)
    let path = path
    let failure = failure
    try paced.start {
      let file = WAVFileSink(path: path, sampleRate: Int(format.sampleRate), failure: failure)
      return { left, right, frames in file.write(left, right, frames) }
    }
    self.paced = paced
  }

  /// Stops and completes the file.
  public func stop() -> Bool {
    let hasEnded = paced?.stop(within: 5) ?? true
    if !hasEnded { failure.set(FileError(path: path, cause: "writing did not finish within 5 s")) }
    paced = nil
    return hasEnded
  }

  /// Reason why the file is incomplete.
  public var problem: OutputError? {
    failure.error.map { OutputError(.failed, device: "wav:\(path)", message: "cannot write \($0)") }
  }
}

private final class FailureBox: Sendable {
  private let first = Mutex<FileError?>(nil)
  var error: FileError? { first.withLock { $0 } }
  func set(_ error: FileError) { first.withLock { $0 = $0 ?? error } }
}

private final class WAVFileSink {
  private var writer: WAVWriter?
  private var block: [Float] = []
  private let failure: FailureBox

  init(path: String, sampleRate: Int, failure: FailureBox) {
    self.failure = failure
    do throws(FileError) {
      writer = try WAVWriter(path: path, sampleRate: sampleRate, channels: 2, format: .float32)
    } catch { failure.set(error) }
  }

  deinit {
    do throws(FileError) { try writer?.finish() } catch { failure.set(error) }
  }

  func write(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: Int) {
    guard let writer else { return }
    block.removeAll(keepingCapacity: true)
    for frame in 0..<frames {
      block.append(left[frame])
      block.append(right[frame])
    }
    do throws(FileError) {
      try block.withUnsafeBufferPointer { (samples) throws(FileError) in try writer.write(samples) }
    } catch {
      failure.set(error)
      self.writer = nil
    }
  }
}

extension WAVOutput {
  /// The output `wav:PATH`.
  public static let kind = OutputKind(
    "wav", argument: .required("PATH"), summary: summary, audience: .nobody, obeys: [.samples],
    list: { [ListedDevice(name: "wav:PATH", source: .builtIn, summary: summary)] },
    make: { WAVOutput(path: $0) })

  private static let summary = "a WAV file, written in real time"
}
