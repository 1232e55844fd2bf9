import ThrumDevice

/// - Thread: only one.
package struct RingProducer<Element: BitwiseCopyable>: ~Copyable {
  let indices: RingIndices
  let slots: UnsafeMutablePointer<Element>

  package var capacity: Int { indices.capacity }

  @inline(__always)
  fileprivate func put(_ element: Element) -> Bool {
    let slot = indices.slotToWrite()
    guard slot >= 0 else { return false }
    (slots + slot).initialize(to: element)
    indices.didWrite()
    return true
  }

  /// With a single release store, adds all elements, or none if they do not fit.
  package func push(contentsOf elements: [Element]) -> Bool {
    guard indices.hasRoom(for: elements.count) else { return false }
    for (place, element) in elements.enumerated() {
      (slots + indices.slotToWrite(after: place)).initialize(to: element)
    }
    indices.didWrite(elements.count)
    return true
  }
}

extension RingProducer where Element == Command {
  package var hasContent: Bool { @_noLocks get { indices.slotToRead() >= 0 } }

  @_noLocks
  package func push(_ command: Command) -> Bool { put(command) }
}

extension RingProducer where Element == Notice {
  @_noLocks
  package func push(_ notice: Notice) -> Bool { put(notice) }
}
