import Glibc
import ThrumDevice
import ThrumRender

@testable import ThrumOutput

/// A card in virtual time with one failing call, once or from a moment on. Every other call behaves like a card's and
/// takes a microsecond.
final class FailingPCM: PCM {
  let format: PCMFormat
  private let fault: FaultCase
  private let faultSeconds: Double
  private var hasTripped = false
  private var hasFailed = false
  /// Called as time passes; may raise a stop.
  var whileTimePasses: () -> Void = {}
  /// Whether the loop is being stopped. The first wait after that ends at once.
  var isStopping: () -> Bool = { false }
  private var hasWoken = false
  /// Number of rendered frames.
  var renderedFrames: () -> SampleTime = { 0 }

  private(set) var ledger: FrameLedger
  /// Calls that recovered the card, in order.
  private(set) var actions: [FaultCase.Call] = []
  private(set) var callCount = 0
  private var now: UInt64 = 1_000_000_000
  private var consumedAt: UInt64 = 1_000_000_000
  private(set) var state = PCMState.prepared
  private let period: Int
  private let rate: Double

  init(_ fault: FaultCase, at seconds: Double, format: PCMFormat, reference: [Float]?) {
    self.fault = fault
    self.format = format
    faultSeconds = seconds
    ledger = FrameLedger(capacity: format.bufferFrames, reference: reference)
    period = format.periodFrames
    rate = Double(format.sampleRate)
  }

  var nanoseconds: UInt64 { now }
  var seconds: Double { Double(now - 1_000_000_000) * 1e-9 }

  private func advance(to time: UInt64) {
    guard time > now else { return }
    now = time
    whileTimePasses()
    trip()
    guard state == .running else {
      consumedAt = now
      return
    }
    let due = Int(Double(now - consumedAt) * 1e-9 * rate)
    let begin = Double(consumedAt - 1_000_000_000) * 1e-9
    consumedAt += UInt64(Double(due) / rate * 1e9)
    if ledger.play(due, at: begin, rate: rate) < due { state = .xrun }
  }

  /// Changes the card's state so that the loop makes the failing call.
  private func trip() {
    guard !hasTripped, seconds >= faultSeconds else { return }
    switch fault.call {
    case .open, .configure: lose(.disconnected)
    case .prepare where state == .running: lose(.xrun)
    case .start where state == .running && fault.state != .starting: lose(.xrun)
    case .resume where state == .running, .drop where state == .running: state = .suspended
    case .prepare, .resume, .start, .drop: return
    case .available, .write, .delay, .wait: break
    }
    hasTripped = true
  }

  private func lose(_ next: PCMState) {
    state = next
    ledger.drop()
  }

  /// Result of the fault for a call, if due.
  private func failure(_ call: FaultCase.Call) -> FaultCase.Answer? {
    callCount += 1
    advance(to: now + 1000)
    guard call == fault.call, seconds >= faultSeconds, fault.isLasting || !hasFailed else { return nil }
    hasFailed = true
    guard call == .available || call == .write else { return fault.answer }
    switch -Int32(fault.answer.code) {
    case EPIPE where state == .running: lose(.xrun)
    case ESTRPIPE where state == .running: state = .suspended
    case ENODEV: lose(.disconnected)
    case EBADFD: lose(.setup)
    default: break
    }
    return fault.answer
  }

  func open() -> Int {
    if let answer = failure(.open) { return answer.code }
    actions.append(.open)
    state = .open
    return 0
  }

  func configure() -> Result<PCMFormat, PCMFailure> {
    state = .setup
    guard let answer = failure(.configure) else { return .success(format) }
    guard answer.code == 0 else { return .failure(PCMFailure(code: answer.code, step: "the chosen configuration")) }
    var other = format
    other.sampleRate += 100
    return .success(other)
  }

  func available() -> Int {
    if let answer = failure(.available) { return answer.code }
    return switch state {
    case .xrun: -Int(EPIPE)
    case .disconnected: -Int(ENODEV)
    default: ledger.room
    }
  }

  func write(_ frames: UnsafeRawPointer, count: Int) -> Int {
    if let answer = failure(.write) { return answer.code }
    switch state {
    case .xrun: return -Int(EPIPE)
    case .suspended: return -Int(ESTRPIPE)
    case .disconnected: return -Int(ENODEV)
    case .open, .setup: return -Int(EBADFD)
    case .prepared, .running, .draining: break
    }
    let samples = UnsafeBufferPointer(start: frames.assumingMemoryBound(to: Float.self), count: count * 2)
    let taken = ledger.take(samples, first: renderedFrames() - SampleTime(count), isFading: isStopping())
    if state == .prepared, ledger.room == 0, fault.call != .start { run() }
    return taken > 0 ? taken : -Int(EAGAIN)
  }

  private func run() {
    state = .running
    consumedAt = now
  }

  func prepare() -> Int {
    if let answer = failure(.prepare) { return answer.code }
    guard state != .disconnected else { return -Int(ENODEV) }
    actions.append(.prepare)
    lose(.prepared)
    return 0
  }

  func resume() -> Int {
    if let answer = failure(.resume) { return answer.code }
    guard fault.call != .drop, state == .suspended else { return -Int(ENOSYS) }
    actions.append(.resume)
    run()
    return 0
  }

  func start() -> Int {
    if let answer = failure(.start) { return answer.code }
    guard state == .prepared else { return -Int(EBADFD) }
    run()
    return 0
  }

  func drop() -> Int {
    if let answer = failure(.drop) { return answer.code }
    lose(.setup)
    return 0
  }

  func close() { lose(.disconnected) }

  var delay: Int? { failure(.delay) == nil ? format.bufferFrames - ledger.room : nil }

  func wait(until deadline: UInt64, orEvent event: Int32) -> PCMWake {
    if let answer = failure(.wait) { return answer.name == "POLLERR" ? .error : .hangUp }
    if isStopping(), !hasWoken {
      hasWoken = true
      return .event
    }
    switch state {
    case .xrun, .suspended: return .error
    case .disconnected, .open, .setup: return .hangUp
    case .prepared, .running, .draining: break
    }
    if ledger.room >= period { return .ready }
    let ready = now + UInt64(Double(period - ledger.room) / rate * 1e9) + 1000
    guard state == .running, ready <= deadline else {
      advance(to: max(deadline, now + 1))
      return .deadline
    }
    advance(to: ready)
    return .ready
  }

  func sleep(until deadline: UInt64, orEvent event: Int32) {
    callCount += 1
    advance(to: max(deadline, now + 1))
  }
}
