import Foundation
import TestSupport
import Testing
import ThrumDevice
import ThrumEngine
import ThrumPattern

@testable import ThrumRender

/// Distortion and noise of played sounds, in dB below the sound.
@Suite struct SoundQualityTests {
  /// One second of a sine, looped or not, panned left so that its level is kept.
  private func played(
    _ hertz: Double, amplitude: Double = 0.5, rate: Double = 48_000, frames: Int? = nil, pitch: Double = 0,
    loops: Bool = false, channels: Int = 1, phase: Double = 0
  ) -> Recording {
    let count = frames ?? Int(rate)
    let step: Double = 2 * Double.pi * hertz / rate
    let samples = (0..<count).flatMap { (frame: Int) -> [Float] in
      let sample: Double = amplitude * sin(step * Double(frame) + phase)
      return [Float](repeating: Float(sample), count: channels)
    }
    let memory = SoundMemory(interleaved: samples, channels: channels, sampleRate: rate)
    let event = Event(
      type: .audioCustom, time: 0, duration: loops ? 1 : nil, waveformPath: "own.wav", waveformLoopEnabled: loops,
      waveformUseVolumeEnvelope: false,
      parameters: [EventParameter(.audioPitch, pitch), EventParameter(.audioPan, -1)])
    return rendered([.event(event)], .monitor, seconds: 1, sound: memory)[0]
  }

  /// Level of everything but the sine, in dB relative to it.
  private func rest(_ recording: Recording, _ hertz: Double) -> Double {
    let (amplitude, phase) = recording.sine(hertz)
    let step = 2 * Double.pi * hertz / recording.sampleRate
    var sum = 0.0
    for (index, sample) in recording.samples.enumerated() {
      let error = sample - amplitude * sin(step * Double(index) + phase)
      sum += error * error
    }
    return inDecibels((sum / Double(recording.samples.count)).squareRoot() / (amplitude / 2.0.squareRoot()))
  }

  @Test(arguments: [-6.0, -1.1])
  func `a sound below the ceiling has no distortion`(level: Double) {
    #expect(rest(played(997, amplitude: gain(decibels: level)).part(0.01, 0.9), 997) < -130)
  }

  @Test(arguments: [44_100.0, 22_050, 32_000, 96_000], [997.0, 5_000])
  func `a resampled sound keeps its pitch and level, with artefacts below -90 dB`(rate: Double, hertz: Double) {
    let heard = played(hertz, rate: rate).part(0.02, 0.9)
    #expect(rest(heard, hertz) < -90)
    #expect(abs(inDecibels(heard.sine(hertz).amplitude / 0.5)) < 0.001)
  }

  @Test(arguments: [(44_100.0, 441), (44_100, 44_100), (22_050, 2_205), (96_000, 960)], [1, 2])
  func `a resampled loop has no seam and keeps its exact pitch`(sound: (rate: Double, frames: Int), channels: Int) {
    let heard = played(1_000, rate: sound.rate, frames: sound.frames, loops: true, channels: channels).part(0.02, 0.9)
    #expect(rest(heard, 1_000) < -90)
    #expect(abs(1_200 * log2(heard.hertz / 1_000)) < 0.001)
  }

  @Test(arguments: [-1.0, -0.4, 0.3, 1], [1_000.0, 5_000])
  func `a pitch-shifted sound has the right frequency, with artefacts below -90 dB`(pitch: Double, hertz: Double) {
    let expected = hertz * pow(2, Double(Float(pitch)))
    let heard = played(hertz, pitch: pitch).part(0.02, 0.45)
    #expect(rest(heard, expected) < -90)
    #expect(abs(inDecibels(heard.sine(expected).amplitude / 0.5)) < 0.01)
  }

  @Test(arguments: [13_000.0, 15_000, 20_000])
  func `frequencies beyond half the sample rate do not alias when a sound is raised an octave`(hertz: Double) {
    #expect(inDecibels(played(hertz, pitch: 1).part(0.02, 0.45).rms / 0.5) < -80)
  }

  @Test func `a 44.1 kHz sound ends at the right frame`() {
    let rig = Rig(
      [
        .event(
          Event(type: .audioCustom, time: 0, waveformPath: "own.wav", waveformUseVolumeEnvelope: false))
      ],
      sound: SoundMemory(interleaved: [Float](repeating: 0.5, count: 22_050), channels: 1, sampleRate: 44_100))
    rig.send(.start)
    rig.run(to: 48_000)
    #expect(rig.frames(.playerFinished) == [24_000])
  }
}
