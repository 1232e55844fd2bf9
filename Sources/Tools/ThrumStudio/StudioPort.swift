import FoundationEssentials

/// Ports for a studio started without `--port`.
///
/// A given folder always has the same port (decision 0053).
enum StudioPort {
  /// Range of ports below Linux's range for outgoing connections.
  private static let range: Range<UInt64> = 16_384..<32_000
  /// Number of preferred ports to try before any free one.
  private static let attempts: UInt64 = 8

  /// Returns the folder's ports in order of preference, then 0.
  static func preferred(folder: String?) -> [UInt16] {
    let place = folder.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path } ?? ""
    // FNV-1a.
    let hash = place.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let count = UInt64(range.count)
    return (0..<attempts).map { UInt16(range.lowerBound + (hash % count + $0) % count) } + [0]
  }
}
