import ThrumPattern

/// How the channels of a sound become one: their mean, unless they cancel each other.
package struct ChannelMix: Sendable {
  /// Factor of each channel.
  package let weights: [Float]
  /// What is unusual about the mix, for the user.
  package let note: String?

  /// A mix loses a band of a block if less than this share is left of what unrelated channels would give.
  private static let kept = 0.5
  /// Share of the energy that the mean may lose.
  private static let tolerated = 0.05
  /// A block is gone if less than this share is left, although it is at most this much quieter than the loudest block.
  private static let (gone, audible) = (0.1, 4e-4)

  /// A mix, and how much of the sound is lost in it.
  private struct Candidate {
    let weights: [Double]
    let note: String?
    let lost: Double
    let gone: Int
  }

  /// The mean of some channels.
  package init(meanOf chosen: [Int], channels: Int) {
    self.init(ChannelMix.weights(chosen, channels), nil)
  }

  private init(_ weights: [Double], _ note: String?) {
    self.weights = weights.map { Float($0) }
    self.note = note
  }

  private static func weights(
    _ chosen: [Int], _ channels: Int, _ sign: (Int) -> Double = { _ in 1 }
  ) -> [Double] {
    var weights = [Double](repeating: 0, count: channels)
    for channel in chosen { weights[channel] = sign(channel) / Double(max(1, chosen.count)) }
    return weights
  }

  init(_ blocks: [ChannelBlock], of chosen: [Int], channels: Int) {
    let mean = ChannelMix.weights(chosen, channels)
    func candidate(_ weights: [Double], _ note: String?) -> Candidate {
      ChannelMix.candidate(blocks, chosen, weights, note)
    }
    func energy(_ channel: Int) -> Double {
      blocks.reduce(0) { $0 + $1.low(channel, channel) + $1.high(channel, channel) }
    }
    guard chosen.count > 1, blocks.allSatisfy(\.isPaired) else {
      self.init(mean, nil)
      return
    }
    let plain = candidate(mean, nil)
    guard plain.lost > ChannelMix.tolerated || plain.gone > 0,
      let loudest = chosen.max(by: { energy($0) < energy($1) })
    else {
      self.init(mean, nil)
      return
    }
    // Like the loudest channel, or opposite to it.
    let isInverted = (0..<channels).map { channel in
      blocks.reduce(0) { $0 + $1.low(channel, loudest) + $1.high(channel, loudest) } < 0
    }
    let inverted = chosen.filter { isInverted[$0] }.map { "\($0 + 1)" }
    let numbers = inverted.joined(separator: ", ")
    let turned = candidate(
      ChannelMix.weights(chosen, channels) { isInverted[$0] ? -1 : 1 },
      "the channels cancel each other: \(inverted.count == 1 ? "channel" : "channels") \(numbers)"
        + " \(inverted.count == 1 ? "is" : "are") inverted before they are mixed")
    let alone = candidate(
      ChannelMix.weights([loudest], channels),
      "the channels cancel each other in part: only channel \(loudest + 1) is used")
    let candidates = [plain] + (inverted.isEmpty ? [] : [turned]) + [alone]
    guard let best = candidates.min(by: { ($0.lost, $0.gone) < ($1.lost, $1.gone) }) else {
      self.init(mean, nil)
      return
    }
    let loss =
      best.gone > 0
      ? "for \(fixed(0.1 * Double(best.gone), 1)) s, the channels still cancel each other: choose one" : nil
    self.init(best.weights, [best.note, loss].compactMap { $0 }.joined(separator: "; "))
  }

  private static func candidate(
    _ blocks: [ChannelBlock], _ chosen: [Int], _ weights: [Double], _ note: String?
  ) -> Candidate {
    let share = 1 / Double(chosen.count * chosen.count)
    func mixed(_ product: (Int, Int) -> Double) -> (unrelated: Double, left: Double) {
      var (unrelated, left) = (0.0, 0.0)
      for one in chosen {
        unrelated += share * product(one, one)
        for other in chosen { left += weights[one] * weights[other] * product(one, other) }
      }
      return (unrelated, max(0, left))
    }
    var (lost, all, most) = (0.0, 0.0, 0.0)
    var parts: [(unrelated: Double, left: Double)] = []
    for block in blocks {
      for part in [mixed(block.low), mixed(block.high)] {
        lost += max(0, kept * part.unrelated - part.left)
        all += kept * part.unrelated
        most = max(most, part.unrelated)
        parts.append(part)
      }
    }
    let isGone = parts.map { $0.unrelated > audible * most && $0.left < gone * $0.unrelated }
    let count = stride(from: 0, to: isGone.count, by: 2).count { isGone[$0] || isGone[$0 + 1] }
    return Candidate(weights: weights, note: note, lost: all > 0 ? lost / all : 0, gone: count)
  }
}
