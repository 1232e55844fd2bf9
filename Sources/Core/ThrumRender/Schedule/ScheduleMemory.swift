import ThrumDevice
import ThrumPattern

/// Owns the memory of a ``Schedule`` until the renderer has released the player's slot.
///
/// - Thread: the engine's executor; the render thread reads the memory.
package final class ScheduleMemory {
  private let eventMemory: UnsafeMutablePointer<ScheduledEvent>
  private let segmentMemory: UnsafeMutablePointer<ControlSegment>
  private let header: UnsafeMutablePointer<Schedule>
  private let sounds: [SoundMemory]

  /// Retains `sounds`. `duration` is in pattern frames.
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

  /// Returns the latest end of an event, in frames. For an event that ends by itself, only the start counts.
  private static func lastFrame(of events: [ScheduledEvent], atLeast frame: Double = 0) -> Double {
    events.reduce(frame) { max($0, $1.length.isNaN ? $1.start : $1.start + $1.length) }
  }

  /// Copies elements, sorted by start. Elements with equal starts keep their order.
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

  package var schedule: UnsafePointer<Schedule> { UnsafePointer(header) }
}
