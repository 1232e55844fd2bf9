import ThrumDevice
import ThrumPattern
import ThrumRender

/// A pattern compiled for rendering: sorted, with times in frames and sounds loaded.
package struct CompiledPattern {
  package let memory: ScheduleMemory

  package init(_ memory: ScheduleMemory) { self.memory = memory }

  /// Valid while a copy of `self` exists.
  package var schedule: UnsafePointer<Schedule> { memory.schedule }

  /// Last frame at which anything starts, changes or ends. Infinite if an event is endless.
  package var lastFrame: Double { memory.schedule.pointee.reach }

  package var lastEventFrame: Double { memory.schedule.pointee.lastSound }

  private var events: UnsafeBufferPointer<ScheduledEvent> {
    UnsafeBufferPointer(start: schedule.pointee.events, count: schedule.pointee.eventCount)
  }

  /// Returns the places of a pattern's entries in the schedule; those of entries that are no events do not matter.
  package func places(ofEntries count: Int) -> [Int32] {
    var places = [Int32](repeating: 0, count: count)
    for (place, event) in events.enumerated() { places[Int(event.index)] = Int32(clamping: place) }
    return places
  }

  /// Returns the pattern with its controls and some of its events.
  ///
  /// - Parameter places: in the schedule, ascending.
  package func events(at places: [Int32]) -> CompiledPattern {
    // There may be a million: none is copied in vain.
    guard places.count < events.count else { return self }
    let segments = UnsafeBufferPointer(start: schedule.pointee.segments, count: schedule.pointee.segmentCount)
    return CompiledPattern(
      ScheduleMemory(
        events: places.map { events[Int($0)] }, segments: Array(segments), duration: schedule.pointee.duration))
  }
}
