import ThrumDevice

/// A fixed set of voices. If none is free, a player steals whichever of its releasing voices ends first, or else
/// refuses the event with a notice.
struct VoicePool: BitwiseCopyable {
  private let voices: UnsafeMutablePointer<Voice>
  private let capacity: Int
  private var firstFree: Int32 = 0
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    voices = .allocate(capacity: capacity)
    voices.initialize(repeating: Voice(), count: capacity)
    for index in 0..<capacity - 1 { voices[index].next = Int32(index + 1) }
  }

  func deallocate() { voices.deallocate() }

  @_noLocks @inline(__always)
  func voice(_ index: Int32) -> UnsafeMutablePointer<Voice> { voices + Int(index) }

  @_noLocks
  mutating func take() -> Int32 {
    let index = firstFree
    guard index >= 0 else { return -1 }
    firstFree = voices[Int(index)].next
    count += 1
    return index
  }

  @_noLocks
  mutating func give(back index: Int32) {
    voices[Int(index)] = Voice()
    voices[Int(index)].next = firstFree
    firstFree = index
    count -= 1
  }
}
