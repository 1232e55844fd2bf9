/// SHA-1 (FIPS 180-4) for the WebSocket handshake. Not used for security.
enum SHA1 {
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<start + 64], into: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    let bytes = Array(block)
    var words = (0..<16).map { index in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[4 * index + $1]) }
    }
    for index in 16..<80 {
      words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (choice, constant): (UInt32, UInt32) =
        switch index / 20 {
        case 0: ((b & c) | (~b & d), 0x5A82_7999)
        case 1: (b ^ c ^ d, 0x6ED9_EBA1)
        case 2: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, 5) &+ choice &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
}
