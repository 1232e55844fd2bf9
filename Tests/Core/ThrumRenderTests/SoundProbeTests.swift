import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumRender

/// AudioCustom events: one pattern per feature, with generated sounds.
@Suite struct SoundProbeTests {
  /// An AudioCustom event, by default without the envelope.
  private func sound(
    _ time: Double = 0, _ duration: Double? = nil, loops: Bool = false, envelope: Bool = false,
    _ parameters: [EventParameterID: Double] = [:]
  ) -> PatternEntry {
    .event(
      Event(
        type: .audioCustom, time: time, duration: duration, waveformPath: "own.wav",
        waveformLoopEnabled: loops,
        waveformUseVolumeEnvelope: envelope,
        parameters: parameters.map { EventParameter($0.key, $0.value) }))
  }

  private func played(_ entries: [PatternEntry], _ memory: SoundMemory?, seconds: Double = 0.3) -> [Recording] {
    rendered(entries, .audio, seconds: seconds, sound: memory)
  }

  /// 0.1 s of a 1 kHz sine with an odd phase, so that every sample differs from its neighbours.
  private static let waves = (0..<4_800).map { Float(0.3 * sin(0.7 + 2 * .pi * Double($0) / 48)) }
  private let memory = SoundMemory(interleaved: Self.waves, channels: 1, sampleRate: 48_000)

  @Test func `a centred mono sound is 3 dB down in each channel, sample by sample`() {
    let both = played([sound(0.0125)], memory)
    for channel in both {
      #expect(channel.part(0, 0.0125).peak == 0)
      let expected = Recording(samples: Self.waves.map { Double($0) * 0.5.squareRoot() })
      #expect(channel.part(0.0125, 0.1125).difference(from: expected) < 3e-7)
      #expect(channel.part(0.1125, 0.3).peak == 0)
    }
  }

  @Test func `a stereo sound keeps its channels, and full pan removes one of them`() {
    let frames = Self.waves.flatMap { [$0, -0.5 * $0] }
    let stereo = SoundMemory(interleaved: frames, channels: 2, sampleRate: 48_000)
    let both = played([sound()], stereo)
    let left = Recording(samples: Self.waves.map { Double($0) })
    let right = Recording(samples: Self.waves.map { -0.5 * Double($0) })
    #expect(both[0].part(0, 0.1).difference(from: left) < 1e-6)
    #expect(both[1].part(0, 0.1).difference(from: right) < 1e-6)
    let turned = played([sound(0, nil, [.audioPan: 1])], stereo)
    #expect(turned[0].peak < 1e-6)
    #expect(turned[1].part(0, 0.1).difference(from: right) < 1e-6)
  }

  @Test func `volume and pan affect a sound in the same way as a tone`() {
    let turned = played([sound(0, nil, [.audioPan: -1, .audioVolume: 0.5])], memory)
    let expected = Recording(samples: Self.waves.map { 0.5 * Double($0) })
    #expect(turned[0].part(0, 0.1).difference(from: expected) < 3e-7)
    #expect(turned[1].peak < 1e-7)
  }

  // RENDER-12
  @Test func `a loop repeats without a seam until its duration ends, then fades`() {
    let left = played([sound(0, 0.25, loops: true)], memory)[0]
    // 100 whole periods: the loop is one endless sine.
    let expected = Recording(
      samples: (0..<12_000).map { Double(Self.waves[$0 % 4_800]) * 0.5.squareRoot() })
    #expect(left.part(0, 0.25).difference(from: expected) < 3e-7)
    #expect(left.part(0.256, 0.3).peak == 0)
    #expect(left.part(0.2505, 0.254).peak > 0.02)
  }

  @Test(arguments: [(1.0, 2_000.0, 0.05), (-1, 500, 0.2), (0.5, 1_414.2, 0.0707)])
  func `pitch changes a sound's speed, frequency and length`(pitch: Double, hertz: Double, seconds: Double) {
    let left = played([sound(0, nil, [.audioPitch: pitch])], memory)[0]
    #expect(abs(left.part(0.002, seconds - 0.002).hertz / hertz - 1) < 1e-3)
    #expect(abs(Double(left.lastFrame(above: 0.01) ?? 0) / 48_000 - seconds) < 0.0005)
    // Interpolation keeps the level.
    #expect(abs(inDecibels(left.part(0.002, seconds - 0.002).peak / (0.3 * 0.5.squareRoot()))) < 0.1)
  }

  // RENDER-11
  @Test func `a duration shorter than the sound cuts it off with a short fade, and a longer one pads it`() {
    let cut = Rig([sound(0, 0.05)], sound: memory)
    let padded = Rig([sound(0, 0.2)], sound: memory)
    for rig in [cut, padded] {
      rig.send(.start)
      rig.run(to: 14_400)
    }
    #expect(cut.frames(.playerFinished) == [2_400])
    #expect(cut.left.part(0.0575, 0.3).peak == 0)
    #expect(cut.left.largestStep < 0.3)
    #expect(padded.frames(.playerFinished) == [9_600])
    #expect(padded.left.part(0.102, 0.3).peak == 0)
  }

  @Test func `without a duration, playback ends with the sound`() {
    let rig = Rig([sound(0.01)], sound: memory)
    rig.send(.start, at: 100)
    rig.run(to: 9_600)
    #expect(rig.frames(.playerFinished) == [100 + 480 + 4_800])
  }

  // ENV-8
  @Test func `an enabled envelope shapes a sound`() {
    let plain = played([sound()], memory)[0]
    let shaped = played([sound(0, 0.1, envelope: true, [.attackTime: 0.4, .releaseTime: 0])], memory)[0]
    let attack = 0.005 * pow(300, 0.4)
    for time in [0.01, 0.02, 0.03] {
      let ratio = shaped.part(time, time + 0.01).rms / plain.part(time, time + 0.01).rms
      #expect(abs(ratio - (time + 0.005) / attack) < 0.02)
    }
    let event = Event(type: .audioCustom, time: 0, waveformPath: "own.wav")
    let standard = played([.event(event)], memory)[0]
    #expect(standard.part(0, 0.001).peak < 0.25 * plain.part(0, 0.001).peak)
    #expect(standard.part(0.006, 0.09).difference(from: plain.part(0.006, 0.09)) < 1e-6)
  }

  @Test func `brightness attenuates a sound's high band`() {
    let bright = played([sound()], memory)[0].part(0.01, 0.09).rms
    let dim = played([sound(0, nil, [.audioBrightness: 0])], memory)[0].part(0.01, 0.09).rms
    // One pole at 300 Hz, at 1 kHz.
    #expect(abs(inDecibels(dim / bright) + 10 * log10(1 + pow(1_000.0 / 300, 2))) < 0.3)
  }

  // AHAP-23
  @Test func `a missing sound is replaced by silence, and the haptics still play`() {
    let rig = Rig([sound(), sound(0, 0.2), sound(0, nil, loops: true), buzz(0, 0.1, 1, 0)])
    rig.send(.start)
    rig.run(to: 19_200)
    #expect(rig.drive.part(0, 0.1).peak > 2.2)
    #expect(rig.frames(.playerFinished) == [9_600])
    let silent = played([sound(), buzz(0, 0.1)], nil)
    #expect(silent[0].peak == 0 && silent[1].peak == 0)
  }

  @Test func `empty sounds, tiny loops and non-finite samples produce finite samples`() {
    let nothing = SoundMemory(interleaved: [], channels: 1, sampleRate: 48_000)
    #expect(played([sound(), sound(0, nil, loops: true), sound(0, 0.1)], nothing)[0].peak == 0)
    let single = SoundMemory(interleaved: [0.5], channels: 1, sampleRate: 48_000)
    let held = played([sound(0, 0.1, loops: true, [.audioPitch: 1])], single)[0]
    #expect(abs(held.part(0.01, 0.09).peak - 0.5 * 0.5.squareRoot()) < 2e-6)
    let hostile = SoundMemory(
      interleaved: [.nan, .infinity, -.infinity, 0.1, 3e38, 0.1], channels: 2, sampleRate: 48_000)
    for channel in rendered([sound(0, 0.1, loops: true)], .monitor, seconds: 0.3, sound: hostile) {
      #expect(channel.samples.allSatisfy { abs($0) <= 1 })
    }
  }

  @Test func `a sound outlives its owner while a schedule needs it`() {
    let schedule: CompiledPattern
    do { schedule = compiled([sound()], sound: SoundMemory(interleaved: Self.waves, channels: 1, sampleRate: 48_000)) }
    let sounding = schedule.schedule.pointee.events[0].sound
    #expect(sounding?.frames == 4_800 && sounding?.samples[17] == Self.waves[17])
  }
}
