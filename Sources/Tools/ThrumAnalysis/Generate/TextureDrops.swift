import ThrumPattern

/// The strongest of the many hits of a texture, such as drops in rain. Only a sensitivity above one half asks for them.
struct TextureDrops {
  private let sound: SoundFeatures
  /// Steps within which a drop is the strongest, and by how much it exceeds what came before.
  private let reach: Int
  private let ratio: Float
  private let isWanted: Bool

  /// Seconds within which a drop is the strongest, at sensitivity 1 and ½.
  private static let rooms = (least: 0.04, most: 0.24)
  /// Peak relative to that before, at sensitivity 1 and ½.
  private static let ratios = (least: 1.6, most: 3.0)
  /// Steps before a drop, and those in which it reaches its peak.
  private static let (before, after) = (6, 3)

  init(_ sound: SoundFeatures, sensitivity: Double) {
    self.sound = sound
    isWanted = sensitivity > 0.5
    let share = min(1, max(0, 2 * sensitivity - 1))
    let (rooms, ratios) = (TextureDrops.rooms, TextureDrops.ratios)
    let room = rooms.most * exponentialBase2(share * logarithmBase2(rooms.least / rooms.most))
    reach = max(1, Int(room / sound.interval))
    ratio = Float(ratios.most + share * (ratios.least - ratios.most))
  }

  /// Whether the sound jumps at a step, to a peak that is the highest nearby.
  func isDrop(_ index: Int) -> Bool {
    guard isWanted else { return false }
    let peak = highest(index - 1, index + TextureDrops.after)
    return peak > ratio * highest(index - TextureDrops.before, index - 1)
      && peak >= highest(index - reach, index + reach)
  }

  /// The highest peak from one step to before another.
  private func highest(_ first: Int, _ end: Int) -> Float {
    let count = SoundFeatures.peaksPerStep
    let range = max(0, first * count)..<min(sound.peaks.count, max(0, end * count))
    return range.isEmpty ? 0 : sound.peaks[range].max() ?? 0
  }
}
