import ThrumDevice
import ThrumPattern

package struct Command: BitwiseCopyable {
  /// Time of commands that take effect at the first unrendered frame.
  package static let immediately = SampleTime.min

  /// A past frame means now.
  package var time: SampleTime
  /// Increases with each command, and orders commands for the same frame. 0 for commands that are never cancelled or
  /// confirmed.
  package var serial: UInt64
  package var player: Int32
  package var action: Action

  package enum Action: BitwiseCopyable {
    /// The engine owns the schedule until the slot is released.
    case install(UnsafePointer<Schedule>)
    /// Plays from the start, or from a seek's target.
    ///
    /// A stop flag with a greater serial number overrides an immediate start (`isNow`) and any start whose frame is not
    /// after the stop's. Playback then begins and ends at the start's own frame, so that only transients due there are
    /// felt. A later start plays normally. A cancel removes all of these starts.
    case start(isNow: Bool = false)
    /// Ends playback: continuous events release, and transients finish.
    case stop
    /// Removes the player's earlier waiting commands and ends playback with a 5 ms fade.
    case cancel
    /// The player falls silent within 2.7 ms.
    case pause
    case resume
    /// Moves to a position in pattern frames.
    case seek(to: Double)
    case setRate(Double)
    /// Sets the loop's end, in pattern frames, or turns looping off. A loop shorter than one frame plays once. Events
    /// at the loop's end play if that is also the pattern's end.
    case setLoop(isOn: Bool, end: Double)
    case setControl(ControlChange)
    /// The ramp ends at `end`, regardless of pauses and the player's rate.
    case rampControl(ControlChange, end: SampleTime)
    /// Releases the slot when the last voice has ended.
    case release
  }

  @_noLocks
  package init(_ action: Action, player: Int, time: SampleTime = Command.immediately, serial: UInt64 = 0) {
    self.action = action
    self.player = Int32(truncatingIfNeeded: player)
    self.time = time
    self.serial = serial
  }
}

package struct ControlChange: BitwiseCopyable, Sendable {
  package var control: DynamicParameterID
  /// Clamped to the control's range; NaN is refused.
  package var value: Double
  /// With `beginsPath`, the path takes over the control. Other changes apply only while their path holds the control.
  /// Changes with path 0 always apply.
  package var path: UInt64
  package var beginsPath: Bool

  @_noLocks
  package init(_ control: DynamicParameterID, to value: Double, path: UInt64 = 0, beginsPath: Bool = false) {
    self.control = control
    self.value = value
    self.path = path
    self.beginsPath = beginsPath
  }
}

extension Command {
  static var filler: Command { Command(.release, player: -1) }

  package var isInstall: Bool {
    @_noLocks get { if case .install = action { true } else { false } }
  }

  package var isStart: Bool {
    @_noLocks get { if case .start = action { true } else { false } }
  }
}

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
