import TestSupport
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender
import ThrumSystem

@testable import ThrumOutput

/// Runs a cell of the matrix: the real loop and the real renderer over a ``FailingPCM``.
final class FaultRun {
  /// Time of the fault, s: 0 while the engine starts, later otherwise.
  private let faultSeconds: Double
  private let fault: FaultCase
  private let signals = ThreadSignals()
  private let renderer: UnsafeMutablePointer<Renderer>
  private let schedule: CompiledPattern
  private let lease = RenderLease()
  private let pcm: FailingPCM
  private var kinds: [Notice.Kind] = []
  private var nextLook: Double
  private var stopSeconds = Double.infinity
  private var stopFrame: SampleTime = 0
  private var callsAtSecond = 0
  private var second = 0
  private var mostCalls = 0

  /// A quarter of the usual rate, for a quarter of the samples. A stop uses the usual rate, for its fade.
  static func format(_ state: FaultCase.State) -> PCMFormat {
    let divisor = state == .stopping ? 1 : 4
    return PCMFormat(
      sampleRate: 48_000 / divisor, periodFrames: 256 / divisor, bufferFrames: 1024 / divisor, channels: 2,
      sampleFormat: .float32)
  }

  /// - Parameter reference: The card's expected frames, or `nil` to run without samples, which is much faster.
  init(_ fault: FaultCase, reference: [Float]?) {
    self.fault = fault
    let format = FaultRun.format(fault.state)
    faultSeconds = fault.state == .starting ? 0 : FaultRun.usualFaultSeconds
    nextLook = fault.state == .stopping ? faultSeconds : faultSeconds + FaultRun.patience(fault)
    renderer = .allocate(capacity: 1)
    renderer.initialize(to: FaultRun.makeRenderer(format, synthesises: reference != nil))
    schedule = FaultRun.install(&renderer.pointee, fault.state, format)
    pcm = FailingPCM(fault, at: faultSeconds, format: format, reference: reference)
    let renderer = renderer
    let signals = signals
    pcm.renderedFrames = { renderer.pointee.now }
    pcm.isStopping = { signals.isStopping }
  }

  deinit {
    renderer.deinitialize(count: 1)
    renderer.deallocate()
    lease.deallocate()
  }

  private static let usualFaultSeconds = 0.1

  /// Time after which the run checks for sound, s.
  private static func patience(_ fault: FaultCase) -> Double { fault.isLasting ? 1.5 : 0.6 }

  private static func makeRenderer(_ format: PCMFormat, synthesises: Bool = true) -> Renderer {
    var settings = RenderSettings()
    settings.sampleRate = Double(format.sampleRate)
    settings.playerCapacity = 1
    settings.synthesises = synthesises
    settings.voiceCapacity = 8
    settings.commandCapacity = 16
    return Renderer(settings)
  }

  /// Installs a buzz with a different tap every tenth of a second. In the idle state it begins after the fault.
  private static func install(
    _ renderer: inout Renderer, _ state: FaultCase.State, _ format: PCMFormat
  ) -> CompiledPattern {
    let taps = (0..<260).map { (index: Int) -> PatternEntry in
      let intensity: Double = 0.3 + Double(index % 7) * 0.1
      let sharpness: Double = Double(index % 11) * 0.1
      let parameters = [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)]
      return .event(Event(type: .hapticTransient, time: Double(index) * 0.1, parameters: parameters))
    }
    let buzz = PatternEntry.event(
      Event(type: .hapticContinuous, time: 0, duration: 26, parameters: [EventParameter(.hapticIntensity, 0.8)]))
    let schedule = ScheduleCompiler(sampleRate: Double(format.sampleRate)).compile(Pattern(entries: [buzz] + taps))
    _ = renderer.commands.push(Command(.install(schedule.schedule), player: 0, serial: 1))
    let begin = state == .idle ? SampleTime((usualFaultSeconds + 0.4) * Double(format.sampleRate)) : 0
    _ = renderer.commands.push(Command(.start(), player: 0, time: begin, serial: 2))
    return schedule
  }

  /// The left channel rendered without a device.
  static func reference(_ state: FaultCase.State, seconds: Double) -> [Float] {
    let format = format(state)
    var renderer = makeRenderer(format)
    let schedule = install(&renderer, state, format)
    var samples: [Float] = []
    while samples.count < Int(seconds * Double(format.sampleRate)) {
      renderer.renderQuantum()
      for frame in 0..<quantumFrames { samples.append(renderer.left[frame]) }
      while renderer.notices.pop() != nil {}
    }
    withExtendedLifetime(schedule) {}
    return samples
  }

  /// Runs to the end and returns the outcome.
  func run() -> FaultOutcome {
    pcm.whileTimePasses = { [unowned self] in look() }
    let feed = RenderFeed(renderer, lease: lease, noticeDescriptor: -1)
    PCMLoop(
      pcm: pcm, format: pcm.format, channels: .stereo, feed: feed, signals: signals, report: PCMReport(),
      openLock: OpenLock()
    ).run()
    takeNotices()
    return FaultOutcome(
      fault: fault, faultSeconds: faultSeconds, pcm: pcm, notices: kinds, stopSeconds: stopSeconds,
      stopFrame: stopFrame, mostCallsASecond: max(mostCalls, pcm.callCount - callsAtSecond))
  }

  /// Acts as the engine: reads notices, stops when the device is lost permanently, and ends the run after a recovery.
  private func look() {
    if pcm.seconds >= Double(second + 1) {
      mostCalls = max(mostCalls, pcm.callCount - callsAtSecond)
      callsAtSecond = pcm.callCount
      second = Int(pcm.seconds)
    }
    takeNotices()
    guard stopSeconds == .infinity else { return }
    if pcm.seconds >= nextLook {
      let isSounding = (pcm.ledger.played.last?.end ?? -1) > pcm.seconds - 0.1
      if fault.state == .stopping || isSounding || pcm.seconds > 25 { return stop() }
      nextLook = pcm.seconds + 0.5
    }
    if kinds.contains(.deviceLost) || pcm.callCount - callsAtSecond > 20_000 { stop() }
  }

  private func stop() {
    stopSeconds = pcm.seconds
    stopFrame = renderer.pointee.now
    signals.stop()
  }

  private func takeNotices() {
    while let notice = renderer.pointee.notices.pop() { kinds.append(notice.kind) }
  }
}
