import ThrumDevice

/// A heap of commands, ordered by frame and serial number, with a fixed capacity.
struct CommandQueue: BitwiseCopyable {
  private let heap: UnsafeMutablePointer<Command>
  private let capacity: Int
  private(set) var count = 0
  private(set) var startCount = 0

  init(capacity: Int) {
    self.capacity = capacity
    heap = .allocate(capacity: capacity)
    heap.initialize(repeating: Command.filler, count: capacity)
  }

  func deallocate() { heap.deallocate() }

  var hasRoom: Bool { @_noLocks get { count < capacity } }

  var nextTime: SampleTime { @_noLocks get { count > 0 ? heap[0].time : .max } }

  @_noLocks
  private func precedes(_ a: Int, _ b: Int) -> Bool {
    if heap[a].time < heap[b].time { return true }
    if heap[b].time < heap[a].time { return false }
    return heap[a].serial < heap[b].serial
  }

  @_noLocks
  private func exchange(_ a: Int, _ b: Int) {
    let held = heap[a]
    heap[a] = heap[b]
    heap[b] = held
  }

  /// Check ``hasRoom`` first.
  @_noLocks
  mutating func insert(_ command: Command) {
    guard count < capacity else { return }
    heap[count] = command
    if command.isStart { startCount += 1 }
    var child = count
    count += 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard precedes(child, parent) else { return }
      exchange(child, parent)
      child = parent
    }
  }

  /// The queue must not be empty.
  @_noLocks
  mutating func removeFirst() -> Command {
    let first = heap[0]
    if first.isStart { startCount -= 1 }
    count -= 1
    heap[0] = heap[count]
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      if left < count, precedes(left, least) { least = left }
      if left + 1 < count, precedes(left + 1, least) { least = left + 1 }
      guard least != parent else { return first }
      exchange(parent, least)
      parent = least
    }
  }

  /// Turns a player's starts up to a serial number into stops without effect. Returns their count.
  @_noLocks
  mutating func forgetStarts(of player: Int32, upTo serial: UInt64) -> Int32 {
    var forgotten: Int32 = 0
    for index in 0..<count where startCount > 0 {
      let command = heap[index]
      guard command.isStart, command.player == player, command.serial != 0, command.serial <= serial
      else { continue }
      heap[index].action = .stop
      startCount -= 1
      forgotten += 1
    }
    return forgotten
  }
}
