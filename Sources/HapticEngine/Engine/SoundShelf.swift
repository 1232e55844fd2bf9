import Foundation
import HapticPattern
import HapticRender

/// The sounds of an engine: registered ones by number, others by path, decoded once for a sample rate.
final class SoundShelf {
  /// A sound that the app has registered.
  struct Registered {
    let path: String
    let usesVolumeEnvelope: Bool?
    let loops: Bool?
    let bytes: Int
  }

  private struct Key: Hashable {
    let name: String
    let rate: SampleRate
  }

  private(set) var registered: [Int: Registered] = [:]
  private var memories: [Key: SoundMemory] = [:]
  /// Numbers go on, whatever is forgotten: an old one never means a new sound.
  private var nextID = 1
  private var bytesByPath: [String: Int] = [:]
  /// Takes the bytes of all sounds back when the shelf goes.
  private let giveBack: @Sendable (Int) -> Void

  init(giveBack: @escaping @Sendable (Int) -> Void) { self.giveBack = giveBack }

  deinit { giveBack(bytes) }

  /// Bytes of all sounds, decoded.
  var bytes: Int { registered.values.reduce(0) { $0 + $1.bytes } + bytesByPath.values.reduce(0, +) }

  func register(_ sound: Registered) -> Int {
    defer { nextID += 1 }
    registered[nextID] = sound
    return nextID
  }

  /// Forgets a registered sound; answers its bytes, or `nil` when there is none.
  func unregister(_ id: Int) -> Int? {
    guard let sound = registered.removeValue(forKey: id) else { return nil }
    memories = memories.filter { $0.key.name != SoundShelf.name(of: id) }
    return sound.bytes
  }

  /// Forgets all; answers their bytes.
  func forgetAll() -> Int {
    defer {
      registered = [:]
      memories = [:]
      bytesByPath = [:]
    }
    return bytes
  }

  /// The frames behind a name, when they have been decoded for a rate.
  func memory(of name: String, rate: SampleRate) -> SoundMemory? { memories[Key(name: name, rate: rate)] }

  func keep(_ memory: SoundMemory, _ name: String, rate: SampleRate, countsAs bytes: Int? = nil) {
    memories[Key(name: name, rate: rate)] = memory
    if let bytes { bytesByPath[name] = bytes }
  }

  /// The event as it was registered to be played, where it does not say so itself.
  func complete(_ event: Event) -> Event {
    guard let id = event.resourceID, let registered = registered[id] else { return event }
    var event = event
    event.waveformLoopEnabled = event.waveformLoopEnabled ?? registered.loops
    event.waveformUseVolumeEnvelope = event.waveformUseVolumeEnvelope ?? registered.usesVolumeEnvelope
    return event
  }

  /// What a registered sound is called where others have their path.
  static func name(of id: Int) -> String { "resource:\(id)" }
}

extension Event {
  /// What the event's sound is called on the shelf.
  var soundName: String? { resourceID.map(SoundShelf.name) ?? waveformPath }
}
