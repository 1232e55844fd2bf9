import ThrumDevice
import ThrumPattern

// What the render thread reads.
//
// A `Pattern` has seconds, strings and optional values. `ScheduleCompiler` (ThrumEngine) clamps its values, fills in
// defaults, turns seconds into frames of one sample rate, sorts, and resolves overlapping curves and parameters into
// segments that follow each other. What remains are two flat arrays. A player walks through each with one index, and
// searches only after a seek or at the end of a loop.
//
// Times stay `Double`, because at other rates than 1 events need not fall on whole frames. An event that ends by
// itself, such as a tap, has the length NaN.
//
// Ownership: `ScheduleMemory` allocates and frees, on the engine's executor. The renderer gets a pointer with the
// command `install` and never frees it. `RendererMemory` keeps the memory until the notice `playerReleased` has arrived
// or the device has closed; sounds are kept with the schedule that uses them.
//
// What must never happen: a change after `install`; a class reference or an array in these types (`BitwiseCopyable`); a
// schedule compiled for another sample rate, which is why `PCMLoop` reopens a device only at its first rate.
//
// Proof: `InterposerTests` (no allocation), `SlotTests` and `DroppedEngineTests` (lifetime), `ControlTests` (resolved
// controls).

/// A pattern compiled for a sample rate: flat, sorted, immutable, in memory owned by ``ScheduleMemory``.
///
/// Times are in pattern frames, which advance at the player's rate.
package struct Schedule: BitwiseCopyable {
  /// Sorted by start. Events with equal starts keep the pattern's order.
  package let events: UnsafePointer<ScheduledEvent>
  package let eventCount: Int
  /// Sorted by start.
  package let segments: UnsafePointer<ControlSegment>
  package let segmentCount: Int
  /// Controls with segments, as a bit mask.
  package let touchedControls: UInt16
  package let hasAudio: Bool
  /// Duration of the pattern. An endless event counts as ending at its start.
  package let duration: Double
  /// Latest end of the pattern or of an event, excluding tails. Infinite if an event is endless.
  package let reach: Double
  /// Like ``reach``, but ignores controls.
  package let lastSound: Double
}

extension DynamicParameterID {
  package init?(index: Int) {
    guard let id = DynamicParameterID.allCases.first(where: { $0.index == index }) else { return nil }
    self = id
  }

  /// Index in a player's memory, 0…11.
  package var index: Int {
    @_noLocks get {
      switch self {
      case .hapticIntensityControl: 0
      case .hapticSharpnessControl: 1
      case .hapticAttackTimeControl: 2
      case .hapticDecayTimeControl: 3
      case .hapticReleaseTimeControl: 4
      case .audioVolumeControl: 5
      case .audioPitchControl: 6
      case .audioPanControl: 7
      case .audioBrightnessControl: 8
      case .audioAttackTimeControl: 9
      case .audioDecayTimeControl: 10
      case .audioReleaseTimeControl: 11
      }
    }
  }
}
