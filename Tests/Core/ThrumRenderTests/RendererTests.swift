import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

@Suite struct RendererTests {
  @Test func `a tap and a buzz play and end`() {
    let pattern = Pattern(entries: [
      .event(Event(type: .hapticTransient, time: 0, parameters: [EventParameter(.hapticIntensity, 1)])),
      .event(
        Event(
          type: .hapticContinuous, time: 0.2, duration: 0.3, parameters: [EventParameter(.hapticIntensity, 1)]
        )),
    ])
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern)
    var offline = OfflineRenderer([schedule], settings: .plain, signal: .acceleration)
    var samples: [Float] = []
    while offline.renderNext({ samples.append(contentsOf: $0) }) {}
    let peakOfTap = samples[..<4800].map(abs).max() ?? 0
    let peakOfBuzz = samples[12_000..<20_000].map(abs).max() ?? 0
    #expect(abs(peakOfBuzz - 0.35) < 0.002)
    #expect(peakOfTap > 0.4 && peakOfTap < 0.7)
    #expect(samples.count > 24_000 && samples.count < 30_000)
  }
}
