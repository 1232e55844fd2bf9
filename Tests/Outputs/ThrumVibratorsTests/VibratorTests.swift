import CVibrators
import Glibc
import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumMessages
import ThrumOffline
import ThrumPattern

@testable import ThrumVibrators

/// Calls to feedbackd, in virtual time.
@Suite("Vibrators: feedbackd")
struct FeedbackDaemonTests {
  private final class Service: HapticService {
    var calls: [[HapticStep]] = []
    var answers: [HapticAnswer] = []

    func vibrate(_ steps: [HapticStep]) -> HapticAnswer {
      calls.append(steps)
      return answers.isEmpty ? .accepted : answers.removeFirst()
    }
  }

  private static func failed(_ name: String, _ number: Int32 = EIO) -> HapticAnswer {
    .failed(number: number, name: "org.freedesktop.DBus.Error.\(name)", message: "no")
  }

  private func level(_ strong: Double) -> RumbleLevels { RumbleLevels(strong: strong) }

  @Test func `a level is sent as one step that lasts until after the next call`() {
    let (system, service) = (FakeSystem(), Service())
    let daemon = FeedbackDaemon(service, clock: system)
    for _ in 0..<100 {
      _ = daemon.send(level(0.5))
      system.pass(0.008)
    }
    let calls = service.calls
    #expect(calls.allSatisfy { $0 == [HapticStep(amplitude: 0.5, milliseconds: 300)] })
    // 0.8 s with a call every 152 ms.
    #expect(calls.count == 6)
  }

  @Test func `a small change is delayed, but an onset or a stop is sent immediately`() {
    let (system, service) = (FakeSystem(), Service())
    let daemon = FeedbackDaemon(service, clock: system)
    for strong in [0.5, 0.52, 0.44, 0.8, 0] { _ = daemon.send(level(strong)) }
    #expect(service.calls.map { $0.first?.amplitude } == [0.5, 0.8, nil])
    system.pass(0.02)
    _ = daemon.send(level(0.5))
    system.pass(0.02)
    _ = daemon.send(level(0.44))
    #expect(service.calls.dropFirst(3).map { $0.first?.amplitude } == [0.5, 0.44])
  }

  @Test func `releasing the device stops the motor`() {
    let service = Service()
    do {
      let daemon = FeedbackDaemon(service, clock: FakeSystem())
      _ = daemon.send(level(1))
    }
    #expect(service.calls.last == [])
  }

  @Test func `a denied level is retried, and a closed bus connection ends the device's playback`() {
    let service = Service()
    service.answers = [.denied, .accepted, FeedbackDaemonTests.failed("Disconnected", ECONNRESET)]
    let daemon = FeedbackDaemon(service, clock: FakeSystem())
    guard case .refused(let error) = daemon.send(level(1)) else {
      Issue.record("the level was accepted")
      return
    }
    #expect(error.message.hasPrefix("feedbackd refused to vibrate"))
    guard case .sent = daemon.send(level(1)), case .gone = daemon.send(.none) else {
      Issue.record("\(service.calls)")
      return
    }
    #expect(service.calls.prefix(2).map { $0.first?.amplitude } == [1, 1])
  }

  @Test(arguments: [
    (FeedbackDaemonTests.failed("ServiceUnknown"), OutputError.Reason.noDevice, "feedbackd is not running"),
    (FeedbackDaemonTests.failed("UnknownMethod"), .unsupported, "feedbackd offers no haptics"),
    (FeedbackDaemonTests.failed("NoReply", ETIMEDOUT), .timeout, "feedbackd did not answer"),
    (FeedbackDaemonTests.failed("Failed"), .failed, "feedbackd failed: no"),
    (.denied, .unsupported, "feedbackd refused to vibrate"),
  ])
  func `a check reports why a vibrator cannot be used`(
    answer: HapticAnswer, reason: OutputError.Reason, message: String
  ) {
    let service = Service()
    service.answers = [answer]
    let error = #expect(throws: OutputError.self) { _ = try FeedbackDaemon.check(service) }
    #expect(error?.reason == reason && error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func `a check does not move the motor`() throws {
    let service = Service()
    _ = try FeedbackDaemon.check(service)
    #expect(service.calls == [[]])
  }
}

/// Levels for a device with one motor.
@Suite("Vibrators: strength")
struct FoldedStrengthTests {
  /// The highest level for a continuous event.
  private func level(_ intensity: Double, _ sharpness: Double) -> Double {
    let event = Event(
      type: .hapticContinuous, time: 0, duration: 0.5,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
    var renderer = OfflineRenderer([Pattern(entries: [.event(event)])], settings: RenderSettings(), lengthSeconds: 0.4)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    var maker = RumbleMaker(.one(.init(threshold: 0, latency: 0)), sampleRate: 48_000)
    var levels: [RumbleLevels] = []
    for first in stride(from: 0, to: samples.count / 2 - 64, by: 64) {
      let left = (0..<64).map { samples[2 * (first + $0)] }
      if let next = maker.add(left, left, 64), first > 9_600 { levels.append(next) }
    }
    #expect(levels.allSatisfy { $0.weak == 0 })
    return levels.map(\.strong).max() ?? 0
  }

  @Test func `intensity sets the level, and full intensity produces nearly full strength`() {
    let levels = [0.25, 0.5, 0.75, 1].map { level($0, 0.5) }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 }, "\(levels)")
    #expect((0.85...1).contains(levels[3]) && abs(levels[1] / levels[3] - 0.5) < 0.12, "\(levels)")
  }

  @Test func `strength follows the felt level, which falls as the velocity falls`() {
    // A continuous event rises from about 125 to 230 Hz: equal acceleration, and 5.3 dB less velocity.
    let (dull, sharp) = (level(0.9, 0.4), level(0.9, 1))
    let felt = 20 * log10((sharp * sharp) / (dull * dull))
    let map = SharpnessMap()
    let ratio = map.hertz(sharpness: 1) / map.hertz(sharpness: 0.4)
    #expect(abs(felt + 20 * log10(ratio)) < 1, "\(felt)")
  }
}
