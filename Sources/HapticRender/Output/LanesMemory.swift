/// Eight samples from memory that need not be aligned.
///
/// - Real-time: yes.
@_noLocks @inline(__always)
func load(_ memory: UnsafePointer<Float>, _ index: Int) -> Lanes {
  UnsafeRawPointer(memory + index).loadUnaligned(as: Lanes.self)
}

/// Eight samples from memory that need not be aligned.
///
/// - Real-time: yes.
@_noLocks @inline(__always)
func load(_ memory: UnsafeMutablePointer<Float>, _ index: Int) -> Lanes {
  UnsafeMutableRawPointer(memory + index).loadUnaligned(as: Lanes.self)
}

/// Eight samples to memory that need not be aligned.
///
/// - Real-time: yes.
@_noLocks @inline(__always)
func store(_ value: Lanes, _ memory: UnsafeMutablePointer<Float>, _ index: Int) {
  UnsafeMutableRawPointer(memory + index).storeBytes(of: value, as: Lanes.self)
}
