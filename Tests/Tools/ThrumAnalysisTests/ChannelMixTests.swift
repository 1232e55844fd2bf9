import Foundation
import SoundTestSupport
import TestSupport
import Testing
import ThrumAnalysis

/// Mixes of channels that cancel each other.
@Suite struct ChannelMixTests {
  private static let beats = SyntheticSound.heartbeat().samples
  private static let treble = SyntheticSound.tone(hertz: 3_000, seconds: 6.9) { _ in 0.2 }.samples

  private func mix(_ channels: [[Float]]) -> ChannelMix {
    var survey = ChannelSurvey(channels: channels.count, sampleRate: SyntheticSound.rate)
    let frames = channels.map(\.count).min() ?? 0
    let samples = (0..<frames).flatMap { frame in channels.map { $0[frame] } }
    samples.withUnsafeBufferPointer { survey.add($0, frames: frames) }
    survey.finish()
    return survey.mix()
  }

  /// Energy of a mix relative to that of the first channel.
  private func kept(_ mix: ChannelMix, _ channels: [[Float]]) -> Double {
    var (left, all) = (0.0, 0.0)
    for frame in channels[0].indices {
      let sum = zip(mix.weights, channels).reduce(Float(0)) { $0 + $1.0 * $1.1[frame] }
      left += Double(sum * sum)
      all += Double(channels[0][frame] * channels[0][frame])
    }
    return left / all
  }

  @Test func `channels that do not cancel are averaged`() {
    let noise = SyntheticSound.noise(seconds: 6.9).samples
    let silent = noise.map { _ in Float(0) }
    for channels in [[Self.beats, Self.beats], [Self.beats, silent], [Self.beats, noise], [silent, silent]] {
      let mix = mix(channels)
      #expect(mix.weights == [0.5, 0.5] && mix.note == nil)
    }
  }

  @Test(arguments: [-1, -0.8, -0.6]) func `opposite channels are noticed, and nothing is lost`(gain: Float) {
    for channels in [
      [Self.beats, Self.beats.map { gain * $0 }], [Self.beats, Self.beats, Self.beats.map { 2 * gain * $0 }],
    ] {
      let mix = mix(channels)
      #expect(mix.note?.contains("cancel each other") == true)
      #expect(kept(mix, channels) > 0.5, "\(mix.weights)")
    }
  }

  @Test func `channels that cancel only in the bass, or only for a while, are noticed`() {
    let low = zip(Self.beats, Self.treble).map { $0 + $1 }
    let turned = zip(Self.beats, Self.treble).map { -$0 + $1 }
    let partly = mix([low, turned])
    #expect(partly.note?.contains("in part") == true && partly.weights.contains(1), "\(partly)")
    let later = Self.beats.indices.map { (50_000..<62_000).contains($0) ? -Self.beats[$0] : Self.beats[$0] }
    let once = mix([Self.beats, later])
    #expect(once.note?.contains("in part") == true && once.weights.contains(1), "\(once)")
  }

  @Test func `of many channels, the mean is taken`() {
    let channels = (0..<24).map { channel in Self.beats[0..<44_100].map { channel % 2 == 0 ? $0 : -$0 } }
    let mix = mix(channels)
    #expect(mix.weights.allSatisfy { $0 == 1 / 24 } && mix.note == nil)
  }
}
