import ThrumDevice
import ThrumPattern
import ThrumRender

/// What a desk needs from the program around it.
package struct Host: Sendable {
  /// A motor that the host knows.
  package struct Motor: Sendable, Equatable {
    package let name: String
    package let apply: @Sendable (inout RenderSettings) -> Void

    package init(name: String, apply: @escaping @Sendable (inout RenderSettings) -> Void) {
      (self.name, self.apply) = (name, apply)
    }

    private init(_ preset: ActuatorPreset) { self.init(name: preset.name) { $0.actuator = preset } }

    package static var phone: Motor { Motor(ActuatorPreset.phone) }

    /// A preset by its name; without a name, the phone.
    package static func preset(_ name: String?) -> Motor? {
      guard let name else { return .phone }
      return ActuatorPreset.named(name).map { Motor($0) }
    }

    /// A host's names are unique.
    package static func == (one: Motor, other: Motor) -> Bool { one.name == other.name }
  }

  /// A pattern's sounds, by the names that it gives them.
  package struct Sounds {
    /// Looks for the file.
    package let state: (String) -> SoundState
    /// Its frames, or `nil` if it is missing or unreadable.
    package let frames: (String) -> SoundMemory?
    /// Different if the file is another one than before.
    package let stamp: (String) -> String

    package init(
      state: @escaping (String) -> SoundState, frames: @escaping (String) -> SoundMemory?,
      stamp: @escaping (String) -> String
    ) { (self.state, self.frames, self.stamp) = (state, frames, stamp) }
  }

  /// The sounds of a pattern at a path.
  let sounds: @Sendable (_ path: String) -> Sounds
  /// A motor or, without a name, the first; `nil` for an unknown name.
  let motor: @Sendable (_ name: String?) -> Motor?
  /// Called when much memory has been freed.
  let didShrink: @Sendable () -> Void
  /// Maximum size of rendered blocks, bytes.
  let mostBytes: Int
  #if !hasFeature(Embedded)
    /// Reads sounds from which patterns are made.
    package var features: Features?
  #endif

  package init(
    mostBytes: Int, sounds: @escaping @Sendable (String) -> Sounds, motor: @escaping @Sendable (String?) -> Motor?,
    didShrink: @escaping @Sendable () -> Void = {}
  ) {
    (self.mostBytes, self.sounds, self.motor, self.didShrink) = (mostBytes, sounds, motor, didShrink)
  }
}
