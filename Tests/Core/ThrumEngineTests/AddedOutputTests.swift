import Synchronization
import TestSupport
import Testing
import ThrumDevice
import ThrumOffline
import ThrumPattern

@testable import ThrumEngine

/// A minimal output of another package, registered in one line. It records the feeds it is started with.
private final class CountingOutput: OutputDevice {
  static let kind = OutputKind("counting", argument: .required("NAME"), summary: "counts") { CountingOutput(name: $0) }

  /// Feeds of the running outputs by name.
  static let running = Mutex<[String: RenderFeed]>([:])

  private let name: String

  init(name: String) { self.name = name }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    OutputFormat(name: name, sampleRate: request.sampleRate, periodFrames: quantumFrames, bufferFrames: quantumFrames)
  }

  func start(_ feed: RenderFeed) throws(OutputError) { CountingOutput.running.withLock { $0[name] = feed } }

  func stop() -> Bool {
    CountingOutput.running.withLock { $0[name] = nil }
    return true
  }

  /// Renders a quantum as a device thread would. Returns the left channel, or `nil` when the output is not running.
  static func pull(_ name: String) -> [Float]? {
    guard let feed = running.withLock({ $0[name] }) else { return nil }
    var samples: [Float] = []
    let isGiven = feed.render { left, _ in samples = (0..<quantumFrames).map { left[$0] } }
    return isGiven ? samples : nil
  }
}

@Suite struct AddedOutputTests {
  @Test func `an output from another package is found by name and receives the rendered samples`() throws {
    OutputKind.register(CountingOutput.kind)
    let name = "counting:one"
    #expect(OutputKind.names().contains("counting:NAME"))
    let configuration = EngineConfiguration(makeOutput: try OutputKind.output(named: name))
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let engine = try HapticEngine(configuration, in: environment)
    engine.start { _ in }
    environment.advance(by: 0)
    let player = try engine.withEngine { engine throws(EngineError) in try engine.makePlayer(.tap) }
    try player.start()
    var samples: [Float] = []
    while samples.count < 9_600 { samples += try #require(CountingOutput.pull("one")) }
    var offline: [Float] = []
    var renderer = OfflineRenderer([.tap], settings: RenderSettings(), lengthSeconds: 0.1)
    while renderer.renderNext({ block in offline += stride(from: 0, to: block.count, by: 2).map { block[$0] } }) {}
    // The limiter looks ahead by 1.5 ms; offline rendering removes that delay.
    let late = try #require(samples.firstIndex { $0 != 0 }) - (try #require(offline.firstIndex { $0 != 0 }))
    #expect(Array(samples[late..<late + 4_000]) == Array(offline[..<4_000]))
    engine.stop { _ in }
    environment.advance(by: 1)
    #expect(CountingOutput.pull("one") == nil)
  }

  @Test(arguments: [
    ("counting", "“counting” is incomplete: write counting:NAME"),
    ("counting:", "“counting:” is incomplete: write counting:NAME"),
    ("trumpet:C", "there is no device “trumpet:C”: choose from "),
  ])
  func `an incomplete or unknown output name is rejected with a hint`(name: String, message: String) {
    OutputKind.register(CountingOutput.kind)
    let error = #expect(throws: OutputError.self) { _ = try OutputKind.output(named: name) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }
}
