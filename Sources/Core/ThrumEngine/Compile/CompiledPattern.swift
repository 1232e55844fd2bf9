import ThrumDevice
import ThrumRender

/// A pattern compiled for rendering: sorted, with times in frames and sounds loaded.
package struct CompiledPattern {
  let memory: ScheduleMemory

  package init(_ memory: ScheduleMemory) { self.memory = memory }

  /// Valid while a copy of `self` exists.
  package var schedule: UnsafePointer<Schedule> { memory.schedule }

  /// Last frame at which anything starts, changes or ends. Infinite if an event is endless.
  package var lastFrame: Double { memory.schedule.pointee.reach }

  package var lastEventFrame: Double { memory.schedule.pointee.lastSound }
}
