/// Signals for up to eight channels of a device.
public struct ChannelMap: Equatable, Sendable, BitwiseCopyable {
  /// Signal of a channel.
  public enum Source: Equatable, Sendable, BitwiseCopyable {
    case silence, left, right, both
  }

  @usableFromInline var lefts = SIMD8<Float>(repeating: 0)
  @usableFromInline var rights = SIMD8<Float>(repeating: 0)
  /// Number of channels.
  public private(set) var count: Int

  /// Left and right.
  public static let stereo = ChannelMap([.left, .right])
  /// One channel with the mean of left and right.
  public static let mono = ChannelMap([.both])
  /// Maximum number of channels.
  public static let capacity = 8

  /// Creates a map of 1 to 8 channels. An empty list means stereo.
  public init(_ sources: [Source]) {
    let used = sources.isEmpty ? [.left, .right] : sources.prefix(ChannelMap.capacity)
    count = used.count
    for (channel, source) in used.enumerated() {
      switch source {
      case .silence: continue
      case .left: lefts[channel] = 1
      case .right: rights[channel] = 1
      case .both:
        lefts[channel] = 0.5
        rights[channel] = 0.5
      }
    }
  }

  /// Returns the map extended with silent channels.
  public func widened(to channels: Int) -> ChannelMap {
    var result = self
    result.count = min(max(count, channels), ChannelMap.capacity)
    return result
  }

  @_noLocks @inlinable @inline(__always)
  package func sample(_ channel: Int, _ left: Float, _ right: Float) -> Float {
    left * lefts[channel] + right * rights[channel]
  }

  /// Parses a list of haptic channels by number (from 1) or name: `FL,FR`, `LFE`, `3,4`, `1`.
  ///
  /// If the list has two channels, they play left and right. Otherwise, each channel plays the mean of both. Returns
  /// `nil` if a name is unknown or repeated.
  public init?(parsing text: String) {
    let names = ["FL", "FR", "RL", "RR", "FC", "LFE", "SL", "SR"]
    let places = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Int? in
      let name = part.drop { $0 == " " }.uppercased()
      if let number = Int(name), (1...ChannelMap.capacity).contains(number) { return number - 1 }
      if name == "MONO" { return 0 }
      return names.firstIndex(of: name)
    }
    let known = places.compactMap { $0 }
    guard known.count == places.count, let last = known.max(), Set(known).count == known.count else {
      return nil
    }
    var sources = [Source](repeating: .silence, count: last + 1)
    for (order, place) in known.enumerated() {
      sources[place] = known.count == 2 ? (order == 0 ? .left : .right) : .both
    }
    self.init(sources)
  }
}
