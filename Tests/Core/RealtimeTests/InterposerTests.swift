import CLinux
import Glibc
import Interposer
import TestSupport
import Testing
import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender

@testable import ThrumEngine

/// Counts allocations, frees, locks and reference counts of the renderer at run time.
@Suite(.enabled(if: thrum_interposer_is_active() == 1, "a sanitizer has taken the interposer's place"))
struct InterposerTests {
  private final class Something {
    var value = 1
  }

  /// All four event types, more events than voices, curves and parameters on every control, loops.
  static func busyPattern(seconds: Double) -> Pattern {
    var entries: [PatternEntry] = []
    for index in 0..<Int(seconds * 40) {
      let time = Double(index) / 40
      let x = Double(index % 17) / 16
      entries.append(
        .event(
          Event(
            type: EventType.allCases[index % 4], time: time, duration: index % 4 == 0 ? nil : 0.3,
            waveformPath: "noise", waveformLoopEnabled: index % 3 == 0,
            parameters: [
              EventParameter(.hapticIntensity, x), EventParameter(.hapticSharpness, 1 - x),
              EventParameter(.attackTime, x / 2), EventParameter(.releaseTime, x / 3),
              EventParameter(.sustained, Double(index % 5 == 0 ? 0 : 1)), EventParameter(.audioPitch, x - 0.5),
              EventParameter(.audioBrightness, x),
            ])))
    }
    for (index, id) in DynamicParameterID.allCases.enumerated() {
      let points = (0..<16).map { ControlPoint(time: Double($0) * 0.05, value: Double($0 % 3) / 4) }
      entries.append(.curve(ParameterCurve(id, time: Double(index) * 0.1, points: points)))
      entries.append(.parameter(DynamicParameter(id, value: 0.5, time: 0.9 + Double(index) * 0.01)))
    }
    return Pattern(entries: entries)
  }

  // RENDER-14
  @Test(arguments: MonitorMode.allCases)
  func `a busy renderer never allocates or frees memory, takes locks or counts references`(_ mode: MonitorMode) {
    var settings = RenderSettings()
    settings.monitor = mode
    settings.gainDecibels = 18
    settings.voiceCapacity = 24
    settings.reportsEvents = true
    settings.isNonlinear = mode == .subwoofer
    let noise = SoundMemory(
      interleaved: (0..<4800).map { Float($0 * 7919 % 200) / 200 - 0.5 }, channels: 2, sampleRate: 48_000)
    let schedule = ScheduleCompiler(sampleRate: 48_000) { _ in noise }
      .compile(InterposerTests.busyPattern(seconds: 1))
    var renderer = Renderer(settings)
    for player in 0..<3 {
      _ = renderer.commands.push(
        Command(.install(schedule.schedule), player: player, serial: UInt64(player) + 1))
    }
    var serial: UInt64 = 10
    func send(_ command: Command, _ renderer: borrowing Renderer) {
      var command = command
      serial += 1
      command.serial = serial
      _ = renderer.commands.push(command)
    }
    send(Command(.start(), player: 0), renderer)
    send(Command(.start(), player: 1, time: 1000), renderer)
    send(Command(.setLoop(isOn: true, end: 9600), player: 2), renderer)
    send(Command(.start(), player: 2, time: 77), renderer)
    var total = thrum_counts()
    for quantum in 0..<900 {
      switch quantum {
      case 100: send(Command(.pause, player: 0), renderer)
      case 130: send(Command(.resume, player: 0), renderer)
      case 200: send(Command(.setRate(1.7), player: 1), renderer)
      case 250: send(Command(.seek(to: 9000), player: 0), renderer)
      case 300:
        send(Command(.rampControl(ControlChange(.hapticSharpnessControl, to: -0.5), end: 30_000), player: 0), renderer)
      case 400: renderer.controls.stop(player: 2, serial: serial + 1, cancels: false)
      case 450: renderer.controls.setHapticsMuted(true)
      case 470: renderer.controls.setHapticsMuted(false)
      default: break
      }
      thrum_interposer_begin()
      renderer.renderQuantum()
      total.add(thrum_interposer_end())
    }
    total.expectNone()
    var heard = 0
    while let notice = renderer.notices.pop() { if case .eventStarted = notice.fact { heard += 1 } }
    #expect(heard > 50, "the pattern must have been busy")
  }

  @Test func `a host's pull never allocates or frees memory, takes locks or counts references`() throws {
    let driver = try PulledOutput.Driver()
    let port = driver.port
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let runtime = FakeSystem().runtime(after: 0.2)
    let engine = try HapticEngine(EngineConfiguration { PulledOutput(driver, runtime: runtime) }, in: environment)
    engine.start { _ in }
    environment.advance(by: 0)
    let pattern = Pattern(
      entries: InterposerTests.busyPattern(seconds: 1).entries.filter { entry in
        if case .event(let event) = entry { event.type != .audioCustom } else { true }
      })
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * 1000)
    defer { samples.deallocate() }
    var total = thrum_counts()
    var rendered = 0
    var peak: Float = 0
    for round in 0..<60 {
      if round % 20 == 0 {
        try engine.withEngine { (engine) throws(EngineError) in try engine.makePlayer(pattern).start() }
      }
      for frames in [1, 63, 64, 512, 1000] {
        thrum_interposer_begin()
        rendered += port.pull(into: samples, frames: frames)
        total.add(thrum_interposer_end())
        for index in 0..<2 * frames { peak = max(peak, abs(samples[index])) }
      }
    }
    total.expectNone()
    #expect(rendered == 60 * 1640)
    #expect(peak > 0.01, "the pattern must have been heard")
    engine.stop { _ in }
    environment.advance(by: 1)
  }

  @Test func `a planted allocation is found`() {
    thrum_interposer_begin()
    let planted = [Int](repeating: 7, count: 1000)
    let counts = thrum_interposer_end()
    #expect(planted.count == 1000)
    #expect(counts.allocations > 0)
  }

  @Test func `a planted lock is found`() {
    var mutex = pthread_mutex_t()
    pthread_mutex_init(&mutex, nil)
    thrum_interposer_begin()
    pthread_mutex_lock(&mutex)
    pthread_mutex_unlock(&mutex)
    let counts = thrum_interposer_end()
    #expect(counts.locks == 1)
  }
}

extension thrum_counts {
  fileprivate mutating func add(_ other: thrum_counts) {
    allocations += other.allocations
    frees += other.frees
    locks += other.locks
    retains += other.retains
    releases += other.releases
  }

  fileprivate func expectNone(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(allocations == 0, sourceLocation: sourceLocation)
    #expect(frees == 0, sourceLocation: sourceLocation)
    #expect(locks == 0, sourceLocation: sourceLocation)
    #expect(retains == 0, sourceLocation: sourceLocation)
    #expect(releases == 0, sourceLocation: sourceLocation)
  }
}
