enum WAVBytes {
  /// A 100 Hz square wave: mono, 16 bits, 8 kHz.
  static func tone(seconds: Int) -> [UInt8] {
    let frames = seconds * 8000
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    var all = Array("RIFF".utf8) + bytes(36 + 2 * frames, 4) + Array("WAVEfmt ".utf8)
    all += bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(8000, 4) + bytes(16_000, 4) + bytes(2, 2) + bytes(16, 2)
    all += Array("data".utf8) + bytes(2 * frames, 4)
    all.reserveCapacity(all.count + 2 * frames)
    for frame in 0..<frames { all += bytes(frame / 40 % 2 == 0 ? 8000 : 57_536, 2) }
    return all
  }
}
