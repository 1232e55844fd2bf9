/// Puts a value where it shares no cache line with anything else. Freed with `deallocate()`.
///
/// - Thread: any.
package func onOwnLines<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  // Two lines of 64 bytes: processors fetch them in pairs. Apple's have lines of 128.
  let line = 128
  let size = (MemoryLayout<Value>.size + line - 1) / line * line
  let place = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line)
    .bindMemory(to: Value.self, capacity: 1)
  place.initialize(to: value)
  return place
}
