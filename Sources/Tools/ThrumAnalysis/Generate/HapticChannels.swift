import ThrumDevice

/// Finds the channels of a sound that are meant for a motor: they hold only low frequencies, and others do not.
///
/// Captures of a DualSense have haptics on channels 3 and 4, and Android's Ogg files on their last channels.
package struct HapticChannels {
  private struct Channel {
    var high: [HighPass]
    var energy = 0.0
    var highEnergy = 0.0
  }

  private var all: [Channel]

  /// No motor moves much above this frequency, Hz.
  package static let highest = 600.0
  /// Share of the energy above ``highest`` of a haptic channel at most, and of another channel at least.
  private static let (most, least) = (0.05, 0.2)
  /// RMS below which a channel is silent.
  private static let silence = 1e-4
  private var frames = 0

  package init(channels: Int, sampleRate: SampleRate) {
    // Two sections of a Butterworth filter of the fourth order.
    let high = [0.5412, 1.3066].map { HighPass(hertz: HapticChannels.highest, quality: $0, sampleRate: sampleRate) }
    all = [Channel](repeating: Channel(high: high), count: channels)
  }

  /// - Parameter block: interleaved frames.
  package mutating func add(_ block: UnsafeBufferPointer<Float>, frames count: Int) {
    for channel in all.indices {
      var state = all[channel]
      for frame in 0..<count {
        let sample = Double(block[frame * all.count + channel])
        guard sample.isFinite else { continue }
        var high = sample
        for section in state.high.indices { high = state.high[section].next(high) }
        state.energy += sample * sample
        state.highEnergy += high * high
      }
      all[channel] = state
    }
    frames += count
  }

  /// Indices of the haptic channels, or empty if all channels are alike.
  package var found: [Int] {
    let heard = all.indices.filter {
      all[$0].energy > Double(frames) * HapticChannels.silence * HapticChannels.silence
    }
    func share(_ index: Int) -> Double { all[index].highEnergy / max(1e-30, all[index].energy) }
    let haptic = heard.filter { share($0) <= HapticChannels.most }
    return heard.contains { share($0) >= HapticChannels.least } ? haptic : []
  }
}

/// A second-order high-pass filter (bilinear transform, transposed direct form II).
private struct HighPass {
  private let b0, b1, b2, a1, a2: Double
  private var (first, second) = (0.0, 0.0)

  init(hertz: Double, quality: Double, sampleRate: SampleRate) {
    let turns = min(hertz, 0.4 * sampleRate) / sampleRate
    let (sine, cosine) = (sineOfTurns(turns), sineOfTurns(turns + 0.25))
    let alpha = sine / (2 * quality)
    let scale = 1 / (1 + alpha)
    (b0, b1, b2) = ((1 + cosine) / 2 * scale, -(1 + cosine) * scale, (1 + cosine) / 2 * scale)
    (a1, a2) = (-2 * cosine * scale, (1 - alpha) * scale)
  }

  mutating func next(_ sample: Double) -> Double {
    let output = b0 * sample + first
    first = b1 * sample - a1 * output + second
    second = b2 * sample - a2 * output
    return output
  }
}
