/// How much a reader accepts before it refuses, so that a hostile file cannot exhaust memory.
///
/// Exceeding a limit is the error ``DiagnosticCode/tooLarge``. Limits that make no sense (negative, or
/// beyond what the reader can count) are moved to the nearest sensible value.
public struct ReadLimits: Equatable, Sendable {
  /// Bytes of the file; at most 2³¹. Default 512 MiB.
  public var bytes: Int
  /// Nested arrays and objects; at most 512. Default 64.
  public var depth: Int
  /// JSON values and member names together; each costs 16 bytes while reading. Default 64 million.
  public var tokens: Int
  /// Elements of the `Pattern` array. Default 2 million.
  public var entries: Int
  /// Control points of all curves together. Default 10 million.
  public var controlPoints: Int
  /// Event parameters of all events together. Default 10 million.
  public var eventParameters: Int
  /// Values kept for members that Core Haptics does not know, metadata included. Default 1 million.
  public var unknownValues: Int
  /// Findings of one code that are listed; the rest is counted. Default 100.
  public var findingsPerCode: Int

  /// Makes limits; each has a default that is far beyond what a real pattern needs.
  public init(
    bytes: Int = 512 << 20, depth: Int = 64, tokens: Int = 64_000_000, entries: Int = 2_000_000,
    controlPoints: Int = 10_000_000, eventParameters: Int = 10_000_000, unknownValues: Int = 1_000_000,
    findingsPerCode: Int = 100
  ) {
    self.bytes = bytes
    self.depth = depth
    self.tokens = tokens
    self.entries = entries
    self.controlPoints = controlPoints
    self.eventParameters = eventParameters
    self.unknownValues = unknownValues
    self.findingsPerCode = findingsPerCode
  }

  /// The limits moved into the range that the reader can count.
  package var sensible: ReadLimits {
    var limits = self
    limits.bytes = min(max(bytes, 0), 1 << 31)
    limits.depth = min(max(depth, 1), 512)
    limits.tokens = min(max(tokens, 1), Int(Int32.max))
    return limits
  }
}
