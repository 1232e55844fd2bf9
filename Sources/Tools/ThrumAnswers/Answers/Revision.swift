import ThrumDevice
import ThrumFeel
import ThrumFormats
import ThrumPattern

/// Tells versions of a file apart.
package enum Revision {
  /// Returns the content's FNV-1a hash (64 bits) and length.
  package static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16) + "-" + String(bytes.count)
  }
}
