import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumDevice
import ThrumEngine
import ThrumPattern

/// Playback with keys, signals, watched files and a status line or JSON lines.
struct Playback {
  let engine: HapticEngine
  let choice: DeviceChoice
  let json: Bool
  let loader: VersionLoader
  let isWatching: Bool
  let keys: KeyInput?
  let status: StatusLine

  struct Order {
    /// In seconds.
    var offset = 0.0
    /// In seconds.
    var length: Double?
    var loop: LoopCount?
    var rate = 1.0
  }

  /// Decay of the peak meter, dB/s.
  private static let fall = 60.0

  private static let idleSeconds = 2.0

  private struct State {
    var transport: Transport
    let signals: SignalWatcher
    let watcher = FolderWatcher()
    let idle: IdleWait
    var pace = Pace()
    let loss = LossFlag()
    var played = 0.0
    var last = ContinuousClock.now
    var idleSince: ContinuousClock.Instant?
    var tail = Tail()
    /// Volume at the start, dB.
    var volume = 0.0
    /// Displayed peak, dB.
    var peak = -120.0
    /// 0 for a normal end, otherwise a signal.
    var end: Int32?
    /// Whether a key or a signal requested the end.
    var isInterrupted = false
  }

  /// Plays until the end, a key, a signal or the maximum length. While files are watched, keeps running after the end.
  ///
  /// - Parameter versions: the version to play, and optionally one to compare.
  func run(_ versions: [LoadedVersion], _ order: Order) async throws {
    let volume = await engine.gainDecibels
    let transport = Transport(engine: engine, versions: versions, loop: order.loop, rate: order.rate, volume: volume)
    let idle = IdleWait()
    let arrived: @Sendable () -> Void = { idle.wake() }
    let signals = try keys.map { try SignalWatcher($0.restorer, arrived: arrived) } ?? SignalWatcher(arrived: arrived)
    var state = State(transport: transport, signals: signals, idle: idle)
    state.volume = volume
    defer { keys?.close() }
    let loss = state.loss
    await engine.setStoppedHandler { _ in loss.set() }
    if isWatching { state.watcher.watch(versions.flatMap(\.files)) }
    try await begin(&state.transport, order)
    if json {
      let rate = await engine.outputFormat?.sampleRate ?? 48_000
      try JSONLines.started(rate: rate, duration: length(of: state.transport, order))
    }
    while state.end == nil, !state.loss.isSet {
      await waitForNextPoll(&state)
      try await step(&state, order)
    }
    try await finish(state)
  }

  private func waitForNextPoll(_ state: inout State) async {
    let isRunning = await engine.isRunning
    let isResting = !json && !state.transport.isPlaying && !isRunning
    let wait = state.pace.milliseconds(isResting: isResting, now: seconds(.now))
    guard wait > Pace.brief else {
      try? await Task.sleep(for: .milliseconds(json ? 50 : wait))
      return
    }
    let woken = await state.idle.wait(milliseconds: wait, [keys?.descriptor ?? -1, state.watcher.descriptor])
    if woken { state.pace.note(seconds(.now)) }
  }

  private func begin(_ transport: inout Transport, _ order: Order) async throws {
    guard order.offset == 0 || order.offset < transport.length else {
      throw Failure(
        .usage, "--start \(order.offset) is not before the end at \(fixed(transport.length, 3)) s: nothing would play")
    }
    do throws(EngineError) {
      try await transport.play(from: order.offset, lead: order.loop?.count == nil ? 0 : 0.1)
    } catch { throw Failure(.usage, error.message) }
  }

  private func step(_ state: inout State, _ order: Order) async throws {
    let (before, now) = (state.last, ContinuousClock.now)
    if state.transport.isPlaying { state.played += (now - before).seconds }
    state.last = now
    state.end = state.signals.received
    guard state.end == nil else {
      state.isInterrupted = true
      return
    }
    if state.transport.version.devicePattern?.device.loss != nil { return state.loss.set() }
    await state.transport.followLoop()
    try await obey(&state)
    if isWatching, state.watcher.hasChanged(seconds(now)) { try await reload(&state) }
    let (meter, held) = (await engine.meter, await engine.takePeak())
    state.peak = max(Playback.decibels(held), state.peak - Playback.fall * (now - before).seconds)
    try await show(state, meter, held: held, order)
    if let length = order.length, state.played >= length { state.end = 0 }
    let rate = await engine.outputFormat?.sampleRate ?? 48_000
    if await state.transport.hasEnded(), state.tail.isOver(held, at: meter.renderedFrames, rate: rate) {
      state.transport.end()
      if !isWatching { state.end = 0 }
    }
    await releaseWhenIdle(&state, now)
  }

  private func obey(_ state: inout State) async throws {
    do throws(EngineError) {
      for key in keys?.pressed() ?? [] {
        if key == .quit { (state.end, state.isInterrupted) = (0, true) }
        try await handle(key, &state.transport)
      }
      if Suspension.isPending { try await suspend(state.signals, &state.transport) }
    } catch { throw choice.failure(error.message) }
  }

  private func releaseWhenIdle(_ state: inout State, _ now: ContinuousClock.Instant) async {
    guard !state.transport.isPlaying else {
      state.idleSince = nil
      return
    }
    let since = state.idleSince ?? now
    state.idleSince = since
    guard now - since > .seconds(Playback.idleSeconds), await engine.isRunning else { return }
    try? await engine.stop()
  }

  /// Returns the seconds until the end, infinite for an endless loop.
  private func length(of transport: Transport, _ order: Order) -> Double {
    let passes = order.loop.map { $0.count.map(Double.init) ?? .infinity } ?? 1
    let whole = transport.length > 0 ? (transport.length * passes - order.offset) / order.rate : 0
    return min(whole, order.length ?? .infinity)
  }

  /// Detects 30 ms of silence after the last event, when releases and ringing have decayed.
  private struct Tail {
    private var quietSince: SampleTime?

    mutating func isOver(_ peak: Float, at frame: SampleTime, rate: Double) -> Bool {
      let since = peak > 1e-4 ? frame : quietSince ?? frame
      quietSince = since
      guard frame - since > frames(0.03, at: rate) else { return false }
      quietSince = nil
      return true
    }
  }

  private func handle(_ key: Key, _ transport: inout Transport) async throws(EngineError) {
    switch key {
    case .quit: return
    case .pause: try await transport.toggle()
    case .begin: try await transport.seek(to: 0)
    case .step(let seconds): try await transport.seek(to: await transport.position() + seconds)
    case .loop: try await transport.toggleLoop()
    case .mute: await transport.toggleMute()
    case .louder: await transport.changeVolume(by: 1)
    case .quieter: await transport.changeVolume(by: -1)
    case .first: try await choose(0, &transport)
    case .second: try await choose(1, &transport)
    case .flip: try await choose(1 - transport.slot, &transport)
    case .help: status.say(Playback.help)
    }
  }

  private func choose(_ slot: Int, _ transport: inout Transport) async throws(EngineError) {
    if transport.versions.count > 1, try await transport.choose(slot) { return }
    status.say(
      isWatching
        ? "there is only one version so far: after a save, press a for the previous version, b for the new one"
        : "a and b switch between versions of a watched file (--watch); `thrum compare A B` compares two files")
  }

  private static let help = """
    Space pause   ←/→ 0.1 s   Shift-←/→ 0.01 s   0 start   l loop   m mute   +/- volume   a/b version   q quit
    """

  /// Releases the device and the terminal on Ctrl-Z, until the shell continues the process.
  private func suspend(_ signals: SignalWatcher, _ transport: inout Transport) async throws(EngineError) {
    let wasPlaying = transport.isPlaying
    try await transport.release()
    status.clear()
    keys?.close()
    // A signal may have requested the end in the meantime.
    if signals.received == nil { Suspension.stop() }
    keys?.open()
    if wasPlaying { try await transport.toggle() }
  }

  /// Plays a newly saved version from the same position, if it is valid.
  private func reload(_ state: inout State) async throws {
    let status = status
    do {
      let version = try await loader.load { status.say($0) }
      state.watcher.watch(version.files)
      guard version.bytes != state.transport.versions.last?.bytes else {
        // A changed sound has no effect: existing players hold the old one in memory.
        return
      }
      try await state.transport.replace(version)
      if !state.transport.isPlaying { try await state.transport.toggle() }
      if json { return try JSONLines.event("reloaded") }
      status.say("\(loader.title): reloaded; press a for the previous version")
    } catch {
      if json { try JSONLines.event("refused") }
      let cause = "\(error)"
      let isNamed = loader.names.contains { cause.hasPrefix("\($0): ") }
      status.say((isNamed ? "" : "\(loader.title): ") + cause + "; the previous version keeps playing")
    }
  }

  private static func decibels(_ magnitude: Float) -> Double {
    magnitude > 0 ? ThrumPattern.decibels(Double(magnitude)) : -120
  }

  private func show(_ state: State, _ meter: HapticEngine.Meter, held: Float, _ order: Order) async throws {
    let transport = state.transport
    if json {
      try JSONLines.meter(
        time: await transport.travelled() / order.rate, peak: Playback.decibels(held),
        level: Playback.decibels(meter.level),
        underruns: await engine.deviceNotes.underruns)
    } else if status.isShown {
      var content = StatusLine.Content()
      content.position = await transport.position() / order.rate
      content.total = transport.length / order.rate
      content.peakDecibels = state.peak
      content.isPaused = !transport.isPlaying
      content.loop = transport.loop
      content.pass = await transport.pass()
      content.volume = transport.volume == state.volume ? nil : transport.volume
      content.isMuted = transport.isMuted
      content.version = transport.versions.count > 1 ? (transport.slot == 0 ? "A" : "B") : nil
      status.show(content)
    }
  }

  private func finish(_ state: State) async throws {
    state.signals.lastWord()
    let device = state.transport.version.devicePattern?.device
    if state.transport.isPlaying { device?.halt() }
    // Interrupted playback ends without releases.
    if state.isInterrupted { await state.transport.silence() }
    let notes = await engine.deviceNotes
    try? await engine.stop()
    status.clear()
    report(notes)
    if let latency = device.flatMap({ DevicePatterns.latency($0.latencies) }) { Console.message(latency) }
    if let problem = await engine.outputProblem { throw choice.failure(problem.message) }
    if state.loss.isSet { throw choice.failure("the device was lost and did not come back") }
    if let end = state.end, end != 0 { throw Failure(signal: end) }
  }

  private func report(_ notes: HapticEngine.DeviceNotes) {
    if notes.underruns > 0 {
      Console.warning("the device had an underrun \(times(notes.underruns)): try a longer --period or --buffer")
    }
    if notes.stalls > 0 { Console.warning("the device stalled \(times(notes.stalls))") }
    if notes.refusedEvents > 0 {
      Console.warning("\(dropped(notes.refusedEvents)): no voice was free")
    }
  }
}

private func seconds(_ instant: ContinuousClock.Instant) -> Double { (instant - start).seconds }
private let start = ContinuousClock.now

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
