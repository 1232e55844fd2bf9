import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumRender

@testable import ThrumOutput

/// Every failure of a device again, through real libasound and a simulated card that injects faults. Real time,
/// because libasound waits in the kernel for the card's clock.
@Suite(
  .enabled(if: Lane.isDevice, Comment(rawValue: Lane.skipMessage)), .enabled(if: ALSARig.isBuilt, ALSARig.skipMessage))
struct ALSARigTests {
  // RENDER-15
  @Test func `a card receives the samples rendered offline, bit for bit`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play(rig.name())
    #expect(outcome.error == nil)
    #expect(outcome.format.sampleFormat == .float32)
    let heard = ALSARig.sounding(try rig.captured())
    let reference = ALSARig.sounding(ALSARig.reference(), of: 1)
    #expect(reference.count > 16_000)
    // The reference ends at -90 dB; the card also receives the rest of the motor's tail and the final fade.
    #expect(heard.count >= reference.count - 64)
    let common = min(heard.count, reference.count) - 2048
    #expect(Array(heard[..<common]) == Array(reference[..<common]))
  }

  @Test func `ALSA's file plug-in captures the samples rendered offline, bit for bit`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play("cap:FILE=\(rig.capture.path)")
    #expect(outcome.error == nil)
    let heard = ALSARig.sounding(try rig.captured())
    let reference = ALSARig.sounding(ALSARig.reference(), of: 1)
    let common = min(heard.count, reference.count) - 2048
    #expect(common > 14_000)
    #expect(Array(heard[..<common]) == Array(reference[..<common]))
  }

  @Test(arguments: [
    ("FORMATS=S32", SampleFormat.signed32, 1e-7), ("FORMATS=S24", .signed24, 1.3e-7),
    ("FORMATS=S16", .signed16, 1.6e-5),
  ]) func `a card that does not accept float samples is opened in the best integer format`(
    _ restriction: String, _ format: SampleFormat, _ tolerance: Float
  ) async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play(rig.name(more: restriction))
    #expect(outcome.format.sampleFormat == format)
    let reference = ALSARig.reference()
    let heard = try rig.captured(format)
    let left: [Float] = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
    // Aligned on the peak: small first samples round to zero.
    let peak: Int = try #require(reference[..<4000].indices.max { abs(reference[$0]) < abs(reference[$1]) })
    func difference(_ start: Int, _ offset: Int) -> Float { abs(left[start + offset] - reference[peak - 32 + offset]) }
    let limit: Float = tolerance * 2
    let candidates = 0..<(left.count - 9000)
    let first = candidates.first { (start: Int) -> Bool in
      abs(left[start + 32]) > 0.1 && (0..<64).allSatisfy { difference(start, $0) <= limit }
    }
    let found = try #require(first)
    let worst: Float = (0..<8000).reduce(0) { max($0, difference(found, $1)) }
    #expect(worst <= limit)
  }

  @Test func `a card that runs at 44,100 Hz plays at its own rate`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play(rig.name(more: "RATES=44100"))
    #expect(outcome.format.sampleRate == 44_100)
    let heard = ALSARig.sounding(try rig.captured())
    let reference = ALSARig.sounding(ALSARig.reference(sampleRate: 44_100), of: 1)
    let common = min(heard.count, reference.count) - 2048
    #expect(common > 12_000)
    #expect(Array(heard[..<common]) == Array(reference[..<common]))
  }

  @Test func `a period of half a second is not mistaken for a stall`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play(rig.name(), period: 24_000)
    #expect(outcome.notes.stalls == 0)
    let heard = ALSARig.sounding(try rig.captured())
    let reference = ALSARig.sounding(ALSARig.reference(), of: 1)
    let common = min(heard.count, reference.count) - 2048
    #expect(common > 14_000)
    #expect(Array(heard[..<common]) == Array(reference[..<common]))
  }

  @Test func `channels 3 and 4 of eight play, and the others are silent`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let map = try #require(ChannelMap(parsing: "3,4"))
    let outcome = try await rig.play(rig.name(more: "MIN=8,MAX=8"), channels: map)
    #expect(outcome.format.channels == 8)
    let heard = try rig.captured(channels: 8)
    for channel in 0..<8 {
      let one = stride(from: channel, to: heard.count, by: 8).map { heard[$0] }
      #expect(one.contains { $0 != 0 } == (channel == 2 || channel == 3), "channel \(channel + 1)")
    }
  }

  @Test(arguments: [
    "xrun@4800", "suspend@4800+2", "suspend-nosys@4800", "short@4800", "eagain@4800", "eintr@4800", "pollerr@4800",
    "delay-eio", "freeze@4800+400",
  ]) func `a temporary fault does not end the playback`(_ fault: String) async throws {
    try await ALSARig.playInTime(fault) { _, outcome in
      // A busy machine may add other faults.
      if fault.hasPrefix("xrun") { #expect(outcome.notes.underruns >= 1) }
      if fault.hasPrefix("freeze") { #expect(outcome.notes.stalls >= 1) }
    }
  }

  @Test(arguments: ["nodev@4800", "eio@4800", "badfd@4800", "pipe@4800"])
  func `a card that disappears and comes back plays again`(_ fault: String) async throws {
    try await ALSARig.playInTime(fault, more: "APPEND=1")
  }

  @Test(arguments: [
    ("busy", OutputError.Reason.busy), ("noperm", .notPermitted), ("refused", .noServer), ("hostdown", .noServer),
    ("noent", .noDevice),
  ]) func `a card that cannot be opened is reported with the cause`(
    _ fault: String, _ reason: OutputError.Reason
  ) async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let name = rig.name(fault, more: "TIMES=1000")
    let engine = try HapticEngine(EngineConfiguration { ALSAOutput(name: name) }, in: .realTime())
    let error = await #expect(throws: EngineError.self) { try await engine.start() }
    #expect(error?.output?.reason == reason)
    #expect(error?.message.contains("rigfault") == true)
    #expect(await engine.isRunning == false)
  }

  @Test func `a start waits for a busy card that is about to be free`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let outcome = try await rig.play(rig.name("busy", more: "TIMES=3"))
    #expect(outcome.error == nil)
  }

  @Test func `a card with too few channels is rejected, and the error gives the reason`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    let error = await #expect(throws: EngineError.self) {
      _ = try await rig.play(rig.name(more: "MAX=2"), channels: try #require(ChannelMap(parsing: "5,6")))
    }
    #expect(error?.output?.reason == .unsupported)
    #expect(error?.message.contains("6 channels") == true)
  }

  @Test func `a name that ALSA does not know is reported as a missing device`() async throws {
    let engine = try HapticEngine(EngineConfiguration { ALSAOutput(name: "no-such-card") }, in: .realTime())
    let error = await #expect(throws: EngineError.self) { try await engine.start() }
    #expect(error?.output?.reason == .noDevice)
  }

  @Test func `a start fails after two seconds when the server hangs while the device is being opened`() async throws {
    let watch = try Machine.watch(forStallsBeyond: 0.1)
    let rig = try ALSARig()
    defer { rig.remove() }
    let name = rig.name("hang-open+3000")
    let engine = try HapticEngine(EngineConfiguration { ALSAOutput(name: name) }, in: .realTime())
    let (error, duration) = await withCheckedContinuation { continuation in
      let begin = ContinuousClock.now
      engine.start { continuation.resume(returning: ($0, ContinuousClock.now - begin)) }
    }
    #expect(error?.code == .engineStartTimeout)
    try watch.skipIfStalled()
    #expect(duration < .seconds(2.8))
  }

  @Test(arguments: ["hang@4800", "hang-pointer@4800", "hang@4800+900"])
  func `players finish and the stop returns while a libasound call hangs`(_ fault: String) async throws {
    try await ALSARig.playInTime(fault)
  }

  @Test(arguments: ["hang@4800+2000", "hang-pointer@4800+2000"])
  func `the card receives samples again after a hung call has returned`(_ fault: String) async throws {
    try await ALSARig.playInTime(fault, .buzz(3)) { rig, outcome in
      #expect(outcome.notes.stalls == 1)
      let samples = try rig.captured()
      let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
      // The card had a period and a buffer when it hung, and then received samples again: of three seconds of buzz
      // some 2.4, minus the time that the machine took to notice.
      #expect(left.dropFirst(9600).contains { abs($0) > 0.1 })
    }
  }

  @Test func `a pattern plays in real time on a device without a clock`() async throws {
    let rig = try ALSARig()
    defer { rig.remove() }
    for name in ["null", "plug:null", rig.name(more: "SPEED=0")] {
      let begin = ContinuousClock.now
      let outcome = try await rig.play(name, .buzz(1))
      #expect(outcome.error == nil)
      #expect(ContinuousClock.now - begin > .seconds(0.7), "\(name)")
      #expect(outcome.notes.stalls == 0 && outcome.notes.underruns == 0)
    }
  }

  @Test(arguments: ["hang-drop", "hang-close"])
  func `a stop returns even if ALSA's drop or close call hangs`(_ fault: String) async throws {
    try await ALSARig.playInTime(fault)
  }
}
