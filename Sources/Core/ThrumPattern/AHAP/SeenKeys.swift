struct SeenKeys {
  private var bits: UInt32 = 0

  @inline(__always)
  mutating func insert(_ key: AHAPKey) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(key.rawValue)
    defer { bits |= bit }
    return bits & bit == 0
  }

  @inline(__always)
  func contains(_ key: AHAPKey) -> Bool { bits & (1 &<< UInt32(key.rawValue)) != 0 }
}
