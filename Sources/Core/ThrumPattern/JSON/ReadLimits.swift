/// Limits that keep a hostile file from exhausting memory.
///
/// Exceeding a limit causes a ``DiagnosticCode/tooLarge`` error. Invalid limits are clamped.
public struct ReadLimits: Equatable, Sendable {
  /// Bytes in the file, at most 2³¹. Default 512 MiB.
  public var bytes: Int
  /// Nesting depth, at most 512. Default 64.
  public var depth: Int
  /// JSON values plus member names, 16 bytes each while reading. Default 64 million.
  public var tokens: Int
  /// Elements in the `Pattern` array. Default 2 million.
  public var entries: Int
  /// Control points in all curves together. Default 10 million.
  public var controlPoints: Int
  /// Event parameters in all events together. Default 10 million.
  public var eventParameters: Int
  /// Values in unknown members and metadata. Default 1 million.
  public var unknownValues: Int
  /// Maximum number of listed findings per code. Default 100.
  public var findingsPerCode: Int

  /// Creates limits, by default far beyond any real pattern.
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

  package var sensible: ReadLimits {
    var limits = self
    limits.bytes = min(max(bytes, 0), Int(Int32.max))
    limits.depth = min(max(depth, 1), 512)
    limits.tokens = min(max(tokens, 1), Int(Int32.max))
    return limits
  }
}
