import ThrumDevice

/// Owns the memory of a ``Schedule``. Off the render path: the engine keeps it until the renderer has given the
/// player's slot back.
///
/// - Thread: the engine's executor; what it points to is read by the one that renders.
package final class ScheduleMemory {
  private let eventMemory: UnsafeMutablePointer<ScheduledEvent>
  private let segmentMemory: UnsafeMutablePointer<ControlSegment>
  private let header: UnsafeMutablePointer<Schedule>
  private let sounds: [SoundMemory]

  /// Copies and sorts what a pattern compiles to. `duration` in pattern frames. `sounds` are kept alive.
  package init(
    events: [ScheduledEvent], segments: [ControlSegment], duration: Double, sounds: [SoundMemory] = []
  ) {
    self.sounds = sounds
    eventMemory = .allocate(capacity: max(1, events.count))
    segmentMemory = .allocate(capacity: max(1, segments.count))
    header = .allocate(capacity: 1)
    ScheduleMemory.fill(eventMemory, with: events) { $0.start }
    ScheduleMemory.fill(segmentMemory, with: segments) { $0.start }
    header.initialize(
      to: Schedule(
        events: UnsafePointer(eventMemory), eventCount: events.count,
        segments: UnsafePointer(segmentMemory), segmentCount: segments.count,
        touchedControls: segments.reduce(0) { $0 | 1 << UInt16($1.control.index) },
        hasAudio: events.contains { $0.kind == .tone || $0.kind == .sound }, duration: duration,
        reach: ScheduleMemory.lastFrame(of: events, atLeast: duration), lastSound: ScheduleMemory.lastFrame(of: events))
    )
  }

  /// The last frame of any event. What ends on its own counts with its start.
  private static func lastFrame(of events: [ScheduledEvent], atLeast frame: Double = 0) -> Double {
    events.reduce(frame) { max($0, $1.length.isNaN ? $1.start : $1.start + $1.length) }
  }

  /// Copies elements in the order of their starts; equal starts keep their order.
  private static func fill<Element>(
    _ memory: UnsafeMutablePointer<Element>, with elements: [Element], by start: (Element) -> Double
  ) {
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { start($0) <= start($1) }
    let sorted = isSorted ? elements : elements.sorted { start($0) < start($1) }
    for (index, element) in sorted.enumerated() { (memory + index).initialize(to: element) }
  }

  deinit {
    eventMemory.deallocate()
    segmentMemory.deallocate()
    header.deallocate()
  }

  /// The schedule; valid while `self` lives.
  package var schedule: UnsafePointer<Schedule> { UnsafePointer(header) }
}
