import CLinux
import TestSupport
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender
import ThrumSystem

@testable import ThrumOutput

/// A loop over a ``FakePCM`` with a renderer that plays a steady buzz, so that every lost frame shows.
final class LoopRig {
  let renderer: UnsafeMutablePointer<Renderer>
  let schedule: CompiledPattern
  let signals: ThreadSignals
  let report = PCMReport()
  let openLock = OpenLock()
  let lease = RenderLease()
  let pcm: FakePCM

  /// Signalled by commands sent to a suspended loop.
  let rouse = thrum_event_make()

  /// `clock` measures suspensions; `nil` means the system's clock.
  init(
    _ faults: [FakePCM.Fault] = [], stopAtFrame: Int = 9600, starts: Bool = true, clock: (any DeviceClock)? = nil
  ) {
    signals = clock.map { ThreadSignals(clock: $0) } ?? ThreadSignals()
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: Renderer(RenderSettings()))
    schedule = ScheduleCompiler(sampleRate: 48_000).compile(LoopRig.buzz)
    _ = renderer.pointee.commands.push(
      Command(.install(schedule.schedule), player: 0, serial: 1))
    pcm = FakePCM(signals: signals, faults: faults, stopAtFrame: stopAtFrame)
    if starts { start() }
  }

  deinit {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    lease.deallocate()
    thrum_event_close(rouse)
  }

  /// Starts the buzz as the engine would.
  func start() {
    _ = renderer.pointee.commands.push(Command(.start(), player: 0, serial: 2))
    renderer.pointee.controls.wake()
  }

  static let buzz = buzz(seconds: 25)

  static func buzz(seconds: Double) -> Pattern {
    Pattern(entries: [
      .event(
        Event(
          type: .hapticContinuous, time: 0, duration: seconds, parameters: [EventParameter(.hapticIntensity, 1)]))
    ])
  }

  /// Runs the loop to its end in virtual time.
  func run(idleSeconds: Double = .infinity) {
    let feed = RenderFeed(renderer, lease: lease, noticeDescriptor: -1, wakeDescriptor: rouse)
    var policy = PCMLoop.Policy()
    policy.idleSeconds = idleSeconds
    PCMLoop(
      pcm: pcm, format: pcm.format, channels: .stereo, feed: feed, signals: signals, report: report,
      openLock: openLock, policy: policy
    ).run()
  }

  /// Notices posted so far.
  func notices() -> [Notice.Kind] {
    var kinds: [Notice.Kind] = []
    while let notice = renderer.pointee.notices.pop() { kinds.append(notice.kind) }
    return kinds
  }

  /// Notices of stalls and recoveries.
  func stalls() -> [Notice.Kind] { notices().filter { $0 == .stalled || $0 == .recovered } }

  /// The same buzz rendered without a device, left channel, from the first frame.
  static func reference(frames: Int) -> [Float] {
    var renderer = Renderer(RenderSettings())
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(buzz)
    _ = renderer.commands.push(Command(.install(schedule.schedule), player: 0, serial: 1))
    _ = renderer.commands.push(Command(.start(), player: 0, serial: 2))
    var samples: [Float] = []
    while samples.count < frames {
      renderer.renderQuantum()
      for frame in 0..<quantumFrames { samples.append(renderer.left[frame]) }
    }
    return Array(samples[..<frames])
  }
}
