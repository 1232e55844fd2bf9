/// Allocates a value on its own cache lines. Free it with `deallocate()`.
package func onOwnLines<Value: ~Copyable>(_ value: consuming Value) -> UnsafeMutablePointer<Value> {
  // Processors fetch 64-byte lines in pairs; Apple's have 128-byte lines.
  let line = 128
  let size = (MemoryLayout<Value>.size + line - 1) / line * line
  let place = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: line)
    .bindMemory(to: Value.self, capacity: 1)
  place.initialize(to: value)
  return place
}
