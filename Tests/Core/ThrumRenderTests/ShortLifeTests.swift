import TestSupport
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

/// Events that begin and end within one quantum.
@Suite struct ShortLifeTests {
  private static func click(frames: Int, _ rate: Double) -> SoundMemory {
    SoundMemory(interleaved: [Float](repeating: 0.5, count: frames), channels: 1, sampleRate: rate)
  }

  /// Plays twice: at the very start and inside a quantum after silence. `keepsBusy` plays something inaudible
  /// throughout.
  private func play(_ event: PatternEntry, _ sound: SoundMemory, _ settings: RenderSettings, keepsBusy: Bool) -> Rig {
    let rig = Rig([event], [buzz(0, 10, 0)], settings: settings, sound: sound)
    if keepsBusy { rig.send(.start, 1) }
    // One and a half seconds, after which the filters' tails are over.
    let pause = SampleTime(settings.sampleRate) * 3 / 128 * 64
    for begin in [0, pause + 5] {
      rig.send(.start, at: begin)
      rig.run(to: begin + pause)
    }
    return rig
  }

  // RENDER-8
  @Test(arguments: [8_000.0, 11_025, 48_000], [true, false])
  func `an event shorter than a quantum sounds once and rings out`(rate: Double, isSound: Bool) {
    for isLimited in [true, false] {
      var settings = RenderSettings()
      settings.sampleRate = rate
      settings.isLimited = isLimited
      for frames in [1, 20, 63] {
        let event =
          isSound
          ? PatternEntry.event(Event(type: .audioCustom, time: 0, waveformPath: "click.wav"))
          : buzz(0, Double(frames) / rate)
        let sound = Self.click(frames: frames, rate)
        let alone = play(event, sound, settings, keepsBusy: false)
        let accompanied = play(event, sound, settings, keepsBusy: true)
        // The first frame of an envelope is silent.
        #expect(alone.left.peak > 1e-4 || (isSound && frames == 1))
        #expect(alone.left.difference(from: accompanied.left) < 1e-5)
        #expect(alone.drive.difference(from: accompanied.drive) < 1e-4)
        #expect(alone.isSilent && alone.left.samples.suffix(64).allSatisfy { $0 == 0 })
      }
    }
  }

  // RENDER-8
  @Test func `a volume set in silence applies immediately, even after a command that starts nothing`() {
    let rig = Rig([buzz(0, 0.1)])
    let other = Rig([buzz(0, 0.1)])
    for rig in [rig, other] { rig.run(to: 6_400) }
    rig.setGain(0.5)
    rig.send(.setControl, at: 6_405, value: 1)
    rig.run(to: 6_464)
    other.setGain(0.5)
    other.run(to: 6_464)
    for rig in [rig, other] {
      rig.send(.start)
      rig.run(to: 12_800)
    }
    #expect(rig.left.samples == other.left.samples)
    #expect(rig.left.peak > 0)
  }
}
