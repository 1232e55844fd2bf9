import ThrumDevice
import ThrumRender

/// A pattern as it is rendered: sorted, in frames, with the sounds that it plays. Made by ``ScheduleCompiler``.
///
/// - Thread: one at a time; what renders only reads it.
package struct CompiledPattern {
  let memory: ScheduleMemory

  /// A pattern of a schedule.
  package init(_ memory: ScheduleMemory) { self.memory = memory }

  /// What the renderer reads; valid while a copy of `self` lives.
  package var schedule: UnsafePointer<Schedule> { memory.schedule }

  /// The frame after which nothing of the pattern begins, moves or ends any more; infinite when an event never ends.
  package var lastFrame: Double { memory.schedule.pointee.reach }

  /// The same without its controls: the end of its last event.
  package var lastEventFrame: Double { memory.schedule.pointee.lastSound }
}
