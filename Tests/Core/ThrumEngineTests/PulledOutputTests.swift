import TestSupport
import Testing
import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender

@testable import ThrumEngine

/// An engine whose samples a host pulls, in virtual time.
@Suite struct PulledOutputTests {
  private struct Rig {
    let environment = HapticEnvironment.virtual(opensDevices: true)
    let driver: PulledOutput.Driver
    let engine: HapticEngine

    init(_ settings: RenderSettings = RenderSettings()) throws {
      let driver = try PulledOutput.Driver()
      self.driver = driver
      // The watchdog's thread runs while the output's stop waits for it: no pull comes late, however slow the machine.
      let runtime = FakeSystem().runtime(after: 0.2)
      var configuration = EngineConfiguration { PulledOutput(driver, runtime: runtime) }
      configuration.settings = settings
      configuration.request.sampleRate = settings.sampleRate
      engine = try HapticEngine(configuration, in: environment)
    }

    func start() {
      engine.start { _ in }
      environment.advance(by: 0)
    }

    /// Returns the samples of one pull, and how many frames were rendered.
    func pull(_ frames: Int) -> (samples: [Float], rendered: Int) {
      var samples = [Float](repeating: 7, count: 2 * frames)
      let rendered = samples.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { driver.port.pull(into: $0, frames: frames) } ?? 0
      }
      return (samples, rendered)
    }
  }

  @Test(arguments: [8_000.0, 44_100, 48_000, 192_000])
  func `pulled samples are those of offline rendering, bit for bit, whatever the blocks`(_ rate: Double) throws {
    var settings = RenderSettings()
    settings.sampleRate = rate
    let rig = try Rig(settings)
    rig.start()
    let player = try rig.engine.withEngine { engine throws(EngineError) in try engine.makePlayer(.buzz(0.1)) }
    try player.start()
    let wanted = Int(rate / 5)
    var pulled: [Float] = []
    for block in [1, 63, 64, 512, 1000, 1, 1, 7, 4096] + [Int](repeating: 331, count: wanted / 331 + 1) {
      let (samples, rendered) = rig.pull(block)
      #expect(rendered == block)
      pulled += samples
    }
    var offline: [Float] = []
    var renderer = OfflineRenderer([.buzz(0.1)], settings: settings, lengthSeconds: 0.3)
    while renderer.renderNext({ offline += $0 }) {}
    let late = try #require(pulled.firstIndex { $0 != 0 }) - (try #require(offline.firstIndex { $0 != 0 }))
    #expect(Array(pulled[late..<late + wanted]) == Array(offline[..<wanted]))
  }

  @Test func `a pull is silent while the engine does not run, and fills every frame`() throws {
    let rig = try Rig()
    for isStarted in [false, true, false] {
      if isStarted { rig.start() } else { rig.engine.stop(completion: nil) }
      rig.environment.advance(by: 1)
      let (samples, rendered) = rig.pull(100)
      #expect(rendered == (isStarted ? 100 : 0))
      #expect(samples.allSatisfy { $0 == 0 })
    }
    #expect(rig.pull(0).rendered == 0)
  }

  @Test func `a port of a driver that has retired neither renders nor opens again`() throws {
    let rig = try Rig()
    rig.start()
    #expect(rig.pull(64).rendered == 64)
    rig.driver.retire()
    #expect(rig.pull(64).rendered == 0)
    rig.engine.stop(completion: nil)
    rig.environment.advance(by: 1)
    rig.start()
    #expect(rig.pull(64).rendered == 0)
    #expect(!rig.engine.withEngine { $0.isRunning })
  }
}
