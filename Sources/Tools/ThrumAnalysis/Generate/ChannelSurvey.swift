import ThrumDevice

/// Compares the channels of a sound: which are meant for a motor, and which would cancel each other in a mix.
///
/// Captures of a DualSense have haptics on channels 3 and 4, and Android's Ogg files on their last channels.
package struct ChannelSurvey {
  private var lowFilters: [FourthOrderFilter]
  private var highFilters: [FourthOrderFilter]
  /// Products of the channels in the current block, below and above ``highest``. Of many channels, only their energies.
  private var low: [Double]
  private var high: [Double]
  private var blocks: [ChannelBlock] = []
  private let length: Int
  private var frames = 0
  private var allFrames = 0

  /// No motor moves much above this frequency, Hz.
  package static let highest = 600.0
  /// Share of the energy above ``highest`` of a haptic channel at most, and of another channel at least.
  private static let (most, least) = (0.05, 0.2)
  /// RMS below which a channel is silent.
  private static let silence = 1e-4
  /// Number of channels up to which all pairs are compared.
  private static let mostPaired = 8
  /// Length of a block in seconds.
  private static let block = 0.1

  package init(channels: Int, sampleRate: SampleRate) {
    func filters(_ shape: Biquad.Shape) -> [FourthOrderFilter] {
      let filter = FourthOrderFilter(shape, hertz: ChannelSurvey.highest, sampleRate: sampleRate)
      return Array(repeating: filter, count: channels)
    }
    (lowFilters, highFilters) = (filters(.lowPass), filters(.highPass))
    low = [Double](repeating: 0, count: channels > ChannelSurvey.mostPaired ? channels : channels * channels)
    high = low
    length = max(1, Int(saturating: ChannelSurvey.block * sampleRate))
  }

  private var channels: Int { lowFilters.count }

  /// - Parameter block: interleaved frames.
  package mutating func add(_ block: UnsafeBufferPointer<Float>, frames count: Int) {
    var (lows, highs) = ([Double](repeating: 0, count: channels), [Double](repeating: 0, count: channels))
    for frame in 0..<count {
      for channel in 0..<channels {
        let sample = Double(block[frame * channels + channel])
        guard sample.isFinite else {
          (lows[channel], highs[channel]) = (0, 0)
          continue
        }
        (lows[channel], highs[channel]) = (lowFilters[channel].next(sample), highFilters[channel].next(sample))
      }
      if low.count == channels {
        for one in 0..<channels {
          low[one] += lows[one] * lows[one]
          high[one] += highs[one] * highs[one]
        }
      } else {
        add(lows, highs)
      }
      frames += 1
      if frames == length { endBlock() }
    }
  }

  private mutating func add(_ lows: [Double], _ highs: [Double]) {
    for one in 0..<channels {
      for other in 0...one {
        low[one * channels + other] += lows[one] * lows[other]
        high[one * channels + other] += highs[one] * highs[other]
      }
    }
  }

  private mutating func endBlock() {
    blocks.append(ChannelBlock(channels: channels, low: low.map { Float($0) }, high: high.map { Float($0) }))
    allFrames += frames
    frames = 0
    for index in low.indices { (low[index], high[index]) = (0, 0) }
  }

  /// Ends the survey.
  package mutating func finish() { if frames > 0 { endBlock() } }

  /// Indices of the haptic channels, or empty if all channels are alike.
  package var forMotors: [Int] {
    let (lows, highs) = (0..<channels).reduce(into: ([Double](), [Double]())) { sums, channel in
      sums.0.append(blocks.reduce(0) { $0 + $1.low(channel, channel) })
      sums.1.append(blocks.reduce(0) { $0 + $1.high(channel, channel) })
    }
    func energy(_ index: Int) -> Double { lows[index] + highs[index] }
    let silent = Double(allFrames) * ChannelSurvey.silence * ChannelSurvey.silence
    let heard = (0..<channels).filter { energy($0) > silent }
    func share(_ index: Int) -> Double { highs[index] / max(1e-30, energy(index)) }
    let haptic = heard.filter { share($0) <= ChannelSurvey.most }
    return heard.contains { share($0) >= ChannelSurvey.least } ? haptic : []
  }

  /// The mix of some channels in which the least is lost.
  ///
  /// - Parameter chosen: indices of the channels, or `nil` for all.
  package func mix(_ chosen: [Int]? = nil) -> ChannelMix {
    ChannelMix(blocks, of: chosen ?? Array(0..<channels), channels: channels)
  }
}

/// Products of all pairs of channels in a short block of a sound, below and above ``ChannelSurvey/highest``. Many
/// channels count as unrelated.
struct ChannelBlock {
  private let channels: Int
  private let low: [Float]
  private let high: [Float]

  init(channels: Int, low: [Float], high: [Float]) {
    (self.channels, self.low, self.high) = (channels, low, high)
  }

  /// Whether the products of different channels are known.
  var isPaired: Bool { low.count > channels }

  private func product(_ products: [Float], _ one: Int, _ other: Int) -> Double {
    guard products.count == channels else { return Double(products[max(one, other) * channels + min(one, other)]) }
    return one == other ? Double(products[one]) : 0
  }

  func low(_ one: Int, _ other: Int) -> Double { product(low, one, other) }
  func high(_ one: Int, _ other: Int) -> Double { product(high, one, other) }
}
