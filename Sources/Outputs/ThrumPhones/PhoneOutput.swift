import Synchronization
import ThrumDevice
import ThrumMessages
import ThrumPattern
import ThrumSystem

/// An output for an Android phone: `adb`, `adb:SERIAL`.
final class PhoneOutput: PatternDevice {
  private struct Connection: Sendable {
    let phone: ListedPhone
    let abilities: PhoneAbilities
  }
  private struct State: Sendable {
    var connection: Connection?
    var driver: MessageDriver<PhoneMessage>?
    var paced: PacedRendering?
    var cancellation: ChildCancellation?
    var format: OutputFormat?
    var isHalted = true
    var seen: UInt64?
    var latencies: [Double] = []
  }

  /// Maximum waits in seconds when closing: for a late phone's answer and its pattern's end, for the answer to a stop,
  /// and for the end of the thread.
  private static let (lateSeconds, stopSeconds, endSeconds) = (Phone.patience + 1, 2.0, Phone.cancelPatience + 1)
  /// Maximum times in seconds when devices are listed: for one phone's answer, and for all.
  private static let (answerSeconds, listSeconds) = (5.0, 10.0)

  private let serial: String
  private let adb: Adb
  private let onOff: OnOffMaker
  private let state = Mutex(State())
  private let failure = MessageLoss()
  private let clock = SystemClock()

  init(_ serial: String, adb: Adb = .system, onOff: @escaping OnOffMaker) {
    self.serial = serial
    self.onOff = onOff
    self.adb = adb
  }

  private var device: String { serial.isEmpty ? "adb" : "adb:\(serial)" }

  // MARK: Connection

  func connect() throws(OutputError) {
    guard state.withLock({ $0.connection == nil }) else { return }
    let phone = try adb.phone(serial)
    let abilities = try PhoneAbilities.ask(phone.serial, adb, device: device)
    guard !abilities.isSilenced else { throw Phone.silenced(device) }
    state.withLock { $0.connection = Connection(phone: phone, abilities: abilities) }
  }

  private var name: String { state.withLock { $0.connection?.phone.summary } ?? "phone" }

  func prepare(_ patterns: [Pattern], _ timeline: PatternTimeline) throws(OutputError) -> DevicePattern {
    try connect()
    guard let abilities = state.withLock({ $0.connection?.abilities }) else { return nothing }
    let score = try PhoneScore(patterns, timeline, abilities.form, onOff: onOff)
    let length = score.command(abilities)?.utf8.count ?? 0
    guard length <= PhoneScore.longest else {
      throw OutputError(
        .unsupported, device: device,
        message:
          "the pattern needs a command of \(length) bytes, but a phone’s shell accepts at most "
          + "\(PhoneScore.longest): use a shorter pattern")
    }
    return DevicePattern(
      device: self, form: "\(name): \(score.form.words)", played: score.played,
      // What is left of a pattern's strength in pulses is not an event's own.
      motor: score.form == .onOff ? "" : "coin-lra-175", losses: score.losses, content: score)
  }

  private var nothing: DevicePattern {
    DevicePattern(device: self, form: "", played: [], motor: "", losses: [], content: ())
  }

  // MARK: Playing

  func play(_ pattern: DevicePattern, from position: Double, rate: Double) {
    guard let score = pattern.content as? PhoneScore,
      let (driver, abilities) = state.withLock({ state in
        state.connection.flatMap { connection in state.driver.map { ($0, connection.abilities) } }
      })
    else { return }
    note(driver)
    guard let command = score.command(abilities, from: position, rate: rate) else { return driver.set(.stop) }
    let seconds = max(0, score.seconds - position) / rate
    state.withLock { $0.isHalted = false }
    driver.set(PhoneMessage(command: command, position: position, rate: rate, seconds: seconds))
  }

  func halt() {
    let driver = state.withLock { state in
      state.isHalted = true
      return state.driver
    }
    if let driver { note(driver) }
    driver?.set(.stop)
  }

  private func note(_ driver: MessageDriver<PhoneMessage>) {
    guard let delivery = driver.delivery, delivery.message.command != nil else { return }
    state.withLock { state in
      if state.seen != delivery.begin { state.latencies.append(delivery.seconds) }
      state.seen = delivery.begin
    }
  }

  var latencies: [Double] {
    if let driver = state.withLock({ $0.driver }) { note(driver) }
    return state.withLock { $0.latencies }
  }

  var position: Double? {
    guard let delivery = state.withLock({ $0.driver })?.delivery, delivery.message.command != nil else { return nil }
    let passed = Double(clock.nanoseconds - delivery.end) * 1e-9
    return delivery.message.position + min(passed, delivery.message.seconds) * delivery.message.rate
  }

  var loss: OutputError? { failure.error }

  // MARK: Output

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    try connect()
    var format = OutputFormat(
      name: device, sampleRate: request.sampleRate, periodFrames: quantumFrames, bufferFrames: quantumFrames)
    format.closingSeconds = PhoneOutput.lateSeconds + PhoneOutput.stopSeconds + PhoneOutput.endSeconds
    state.withLock { $0.format = format }
    return format
  }

  func start(_ feed: RenderFeed) throws(OutputError) {
    guard
      let (format, connection) = state.withLock({ state in
        state.format.flatMap { format in state.connection.map { (format, $0) } }
      })
    else {
      throw OutputError(.failed, device: device, message: "the output was started before it was opened")
    }
    let (failure, adb, cancellation) = (failure, adb, ChildCancellation())
    let driver = MessageDriver<PhoneMessage>("thrum-phone", rest: .stop, failure) {
      Phone(connection.phone.serial, connection.abilities, failure, adb: adb, unless: cancellation)
    }
    let paced = PacedRendering(
      feed, periodFrames: format.periodFrames, sampleRate: format.sampleRate, idleSeconds: idleOutputSeconds)
    try paced.start()
    state.withLock { ($0.driver, $0.paced, $0.cancellation) = (driver, paced, cancellation) }
  }

  /// After a pattern's end, waits for the phone, which lags by its latency. Ends a command that hangs.
  func stop() -> Bool {
    let (driver, paced, cancellation, isHalted) = state.withLock { state in
      defer { (state.driver, state.paced, state.cancellation) = (nil, nil, nil) }
      return (state.driver, state.paced, state.cancellation, state.isHalted)
    }
    let hasStopped = paced?.stop() ?? true
    guard let driver else { return hasStopped }
    if !isHalted, failure.error == nil { waitForEnd(driver) }
    note(driver)
    if !driver.stop(within: PhoneOutput.stopSeconds) {
      cancellation?.cancel()
      driver.stop(within: PhoneOutput.endSeconds)
    }
    return hasStopped
  }

  private func waitForEnd(_ driver: MessageDriver<PhoneMessage>) {
    let end = clock.nanoseconds + UInt64(PhoneOutput.lateSeconds * 1e9)
    let event = ThreadSignals(clock: clock)
    while failure.error == nil, clock.nanoseconds < end {
      if let delivery = driver.delivery, driver.isIdle {
        let rest = delivery.end + UInt64(delivery.message.seconds * 1e9)
        guard clock.nanoseconds < rest else { return }
        event.sleep(until: min(rest, end))
      } else {
        event.sleep(until: clock.nanoseconds + 10_000_000)
      }
    }
  }

  var problem: OutputError? { failure.error }
}

extension PhoneOutput {
  static func kind(_ onOff: @escaping OnOffMaker) -> OutputKind {
    OutputKind(
      "adb", argument: .optional("SERIAL"), summary: "an Android phone with USB debugging, through adb",
      audience: .hand, obeys: [],
      list: { listed(.system, SystemClock()) },
      obstacle: {
        do throws(OutputError) {
          _ = try Adb.system.phones(within: answerSeconds)
          return nil
        } catch { return "No Android phones: \(error)" }
      },
      make: { PhoneOutput($0, onOff: onOff) })
  }

  /// Asks phones what they can until the time is up; the rest are only named.
  static func listed(_ adb: Adb, _ clock: any DeviceClock) -> [ListedDevice] {
    let end = clock.nanoseconds + UInt64(listSeconds * 1e9)
    return ((try? adb.phones()) ?? []).map { phone in
      guard phone.isReady, clock.nanoseconds < end else { return phone.listed(nil) }
      return phone.listed(
        Result { () throws(OutputError) in
          try PhoneAbilities.ask(phone.serial, adb, device: "adb:\(phone.serial)", within: answerSeconds)
        })
    }
  }
}
