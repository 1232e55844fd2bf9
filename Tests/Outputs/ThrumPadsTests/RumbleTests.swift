import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumMessages
@testable import ThrumPads

/// Motor levels of a game pad, in virtual time.
@Suite struct RumbleTests {
  private struct Moment {
    var time: Double
    var levels: RumbleLevels
  }

  private func rumble(_ events: [Event], _ profile: RumbleProfile = .usual) -> [Moment] {
    var renderer = OfflineRenderer(
      [Pattern(entries: events.map(PatternEntry.event))], settings: RenderSettings(), lengthSeconds: 2)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    var maker = RumbleMaker(.two(profile), sampleRate: 48_000)
    var moments: [Moment] = []
    for first in stride(from: 0, to: samples.count / 2 - 64, by: 64) {
      let left = (0..<64).map { samples[2 * (first + $0)] }
      let right = (0..<64).map { samples[2 * (first + $0) + 1] }
      if let levels = maker.add(left, right, 64) {
        moments.append(Moment(time: Double(first + 64) / 48_000, levels: levels))
      }
    }
    return moments
  }

  private func buzz(
    _ intensity: Double, _ sharpness: Double, at time: Double = 0.1, lasting duration: Double = 0.5
  ) -> Event {
    Event(
      type: .hapticContinuous, time: time, duration: duration,
      parameters: [EventParameter(.hapticIntensity, intensity), EventParameter(.hapticSharpness, sharpness)])
  }

  @Test(arguments: [1, 0.8, 0.5, 0.25])
  func `a deep buzz drives the strong motor, and a crisp one drives the weak motor`(
    _ intensity: Double
  ) {
    for (sharpness, isDeep) in [(0.0, true), (0.1, true), (0.9, false), (1.0, false)] {
      let steady = rumble([buzz(intensity, sharpness)]).filter { (0.2...0.55).contains($0.time) }.map(\.levels)
      #expect(!steady.isEmpty)
      for levels in steady {
        let (own, threshold) = isDeep ? (levels.strong, 0.12) : (levels.weak, 0.08)
        #expect(abs(own - (threshold + (1 - threshold) * intensity)) < 0.12, "\(sharpness): \(levels)")
        #expect((isDeep ? levels.weak : levels.strong) < own / 2, "\(sharpness): \(levels)")
      }
    }
  }

  @Test func `motors start within 20 ms of a buzz and stop with it`() throws {
    let moments = rumble([buzz(1, 1)])
    let begin = try #require(moments.first { $0.levels.weak > 0 }).time
    let end = try #require(moments.last { $0.levels.weak > 0 }).time
    #expect((0.1...0.12).contains(begin) && (0.59...0.64).contains(end), "\(begin) \(end)")
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $1.time - $0.time < 0.01 })
  }

  @Test func `ringing after a buzz does not restart a motor`() throws {
    let quick = RumbleProfile.Motor(threshold: 0.1, latency: 0)
    let profile = RumbleProfile(strong: quick, weak: quick, crossoverHertz: 136)
    for (milliseconds, sharpness) in stride(from: 20, to: 120, by: 2).flatMap({ length in
      [0, 0.2, 0.5, 1].map { (length, $0) }
    }) {
      let levels = rumble([buzz(1, sharpness, lasting: Double(milliseconds) / 1000)], profile).map(\.levels)
      let begin = try #require(levels.firstIndex { $0 != .none })
      let end = try #require(levels[begin...].firstIndex(of: .none))
      #expect(levels[end...].allSatisfy { $0 == .none }, "\(milliseconds) ms, sharpness \(sharpness)")
    }
  }

  @Test func `a slowly fading rumble after a tap drives the motors`() throws {
    let tap = Event(type: .hapticTransient, time: 0.1, parameters: [EventParameter(.hapticIntensity, 1)])
    let fading = Event(
      type: .hapticContinuous, time: 0.1, duration: 1,
      parameters: [
        EventParameter(.hapticIntensity, 0.8), EventParameter(.hapticSharpness, 0.2), EventParameter(.sustained, 0),
        EventParameter(.decayTime, 1),
      ])
    let felt = rumble([tap, fading]).filter {
      (0.15...0.22).contains($0.time) && max($0.levels.strong, $0.levels.weak) > 0
    }
    #expect(felt.count >= 8, "\(felt)")
  }

  @Test func `every crossover frequency produces finite motor levels`() {
    for hertz in [0.0, 1e9, .infinity] {
      let motor = RumbleProfile.Motor(threshold: 0.1, latency: 0)
      let levels = rumble([buzz(1, 0.5)], RumbleProfile(strong: motor, weak: motor, crossoverHertz: hertz)).map(
        \.levels)
      #expect(levels.contains { max($0.strong, $0.weak) > 0.5 }, "\(hertz)")
      #expect(levels.allSatisfy { $0.strong.isFinite && $0.weak.isFinite }, "\(hertz)")
    }
  }

  @Test func `a tap drives its motor for as long as the motor needs to respond`() throws {
    for (sharpness, latency) in [(0.0, 0.05), (1.0, 0.03)] {
      let tap = Event(
        type: .hapticTransient, time: 0.1,
        parameters: [EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, sharpness)])
      let moving = rumble([tap]).filter { max($0.levels.strong, $0.levels.weak) > 0.5 }
      let length = try #require(moving.last).time - (try #require(moving.first).time)
      #expect(length >= latency - 0.017 && length < latency + 0.03, "\(sharpness): \(length)")
    }
  }

  @Test func `motors stay off in silence, and levels never exceed 1`() {
    #expect(rumble([]).allSatisfy { $0.levels == .none })
    let many = rumble((0..<6).map { _ in buzz(1, 0.4) })
    #expect(many.allSatisfy { $0.levels.strong <= 1 && $0.levels.weak <= 1 })
  }

  // MARK: DualSense

  private func device(_ name: String, _ summary: String) -> ListedDevice {
    ListedDevice(name: name, source: .alsa, summary: summary)
  }

  @Test func `a DualSense is found among the cards by its name`() {
    let laptop = device("hw:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog")
    let old = device("hw:CARD=Controller,DEV=0", "Wireless Controller, USB Audio")
    let new = device("hw:CARD=Controller_1,DEV=0", "DualSense Wireless Controller, USB Audio")
    let softened = device("plughw:CARD=Controller_1,DEV=0", "DualSense Wireless Controller, USB Audio")
    #expect(DualSenseOutput.card(in: [laptop]) == nil)
    #expect(DualSenseOutput.card(in: [laptop, old]) == old.name)
    #expect(DualSenseOutput.card(in: [laptop, softened, old, new]) == new.name)
  }

  @Test func `a DualSense's motors are driven by channels 3 and 4, and a card without them is rejected`() throws {
    let card = AskedOutput(channels: 4)
    let output = DualSenseOutput(find: { "hw:X" }, makeCard: { _ in card })
    _ = try output.open(OutputRequest())
    #expect(card.asked?.channels == ChannelMap([.silence, .silence, .left, .right]))
    let stereo = AskedOutput(channels: 2)
    let error = #expect(throws: OutputError.self) {
      _ = try DualSenseOutput(find: { "hw:X" }, makeCard: { _ in stereo }).open(OutputRequest())
    }
    #expect(error?.message.contains("2 channels") == true && stereo.hasStopped)
    #expect(throws: OutputError.self) {
      _ = try DualSenseOutput(find: { nil }, makeCard: { _ in card }).open(OutputRequest())
    }
  }
}

/// A card that records its request.
private final class AskedOutput: OutputDevice {
  private let channels: Int
  private(set) var asked: OutputRequest?
  private(set) var hasStopped = false

  init(channels: Int) { self.channels = channels }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    asked = request
    return OutputFormat(name: "asked", sampleRate: 48_000, periodFrames: 256, bufferFrames: 1024, channels: channels)
  }

  func start(_ feed: RenderFeed) throws(OutputError) {}

  func stop() -> Bool {
    hasStopped = true
    return true
  }
}
