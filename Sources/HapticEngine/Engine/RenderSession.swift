import CRealtime
import Dispatch
import HapticRender

/// One run of an output: the device, the renderer, the lease, and the event by which the render thread wakes the
/// engine.
///
/// Owned by the engine; ends the output when nobody has done so before. The memory outlives a thread that was left behind in a hung device: it is then leaked on
/// purpose, because nobody can know when that thread comes back.
final class RenderSession {
  let renderer: UnsafeMutablePointer<Renderer>
  let format: OutputFormat
  let commands: CommandRing
  let notices: NoticeRing
  let controls: RendererControls
  /// Engine time of frame 0, s.
  let anchorTime: Double
  private let lease: RenderLease
  private let wake: Int32
  private var source: (any DispatchSourceRead)?
  private let output: any OutputDevice
  private var isRunning = false
  /// A thread hangs in the device; its memory must stay.
  private var isLeftBehind = false

  /// Prepares a renderer for an opened device's format.
  init(_ output: any OutputDevice, _ format: OutputFormat, settings: RenderSettings, anchorTime: Double)
    throws(OutputError)
  {
    var settings = settings
    settings.sampleRate = format.sampleRate
    if let problem = settings.problem {
      throw OutputError(.unsupported, device: format.name, message: "“\(format.name)” cannot be used: \(problem)")
    }
    let wake = thrum_event_make()
    guard wake >= 0 else {
      throw OutputError(
        .failed, device: format.name, message: "the process has no file descriptor left: raise its limit (ulimit -n)")
    }
    self.wake = wake
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: Renderer(settings))
    commands = renderer.pointee.commands
    notices = renderer.pointee.notices
    controls = renderer.pointee.controls
    self.output = output
    self.format = format
    self.anchorTime = anchorTime
    lease = RenderLease()
  }

  deinit {
    end()
    source?.cancel()
    guard !isLeftBehind else { return }
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    lease.deallocate()
    thrum_event_close(wake)
  }

  /// Hands the renderer to the device.
  func begin() throws(OutputError) {
    isRunning = true
    do throws(OutputError) {
      try output.start(RenderFeed(renderer: renderer, lease: lease, wakeDescriptor: wake))
    } catch {
      end()
      throw error
    }
  }

  /// Fades and closes the device; in about 300 ms, even when it hangs.
  func end() {
    guard isRunning else { return }
    isRunning = false
    isLeftBehind = !output.stop()
  }

  /// What the device has to tell after the end.
  var problem: OutputError? { output.problem }

  /// The output, when it is driven by hand.
  var memory: MemoryOutput? { output as? MemoryOutput }

  /// Frames between rendering and hearing.
  var delayFrames: FrameCount { controls.delayFrames }

  /// Calls `handler` on a queue whenever the render thread has told something.
  func observe(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: wake, queue: queue)
    let wake = wake
    source.setEventHandler {
      _ = thrum_event_clear(wake)
      handler()
    }
    source.resume()
    self.source = source
  }

  /// The frame of an engine time.
  func frame(atTime time: Double) -> SampleTime {
    nearestFrame((time - anchorTime) * format.sampleRate)
  }
}
