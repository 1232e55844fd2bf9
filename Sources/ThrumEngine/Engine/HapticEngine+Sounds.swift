import ThrumDevice
import ThrumRender

extension HapticEngine {
  /// Registers a sound file for the use of `AudioCustom` events; returns its number, which is never 0. It is kept
  /// until it is unregistered, the server is reset or the engine goes.
  ///
  /// - Parameters:
  ///   - path: of a file that the environment's sound reader can read.
  ///   - usesVolumeEnvelope: whether envelopes shape the sound; `nil` means yes.
  ///   - loops: whether it repeats until its event ends; `nil` means no.
  /// - Throws: ``EngineError`` `fileNotFound`, `invalidAudioResource` for a file that cannot be decoded,
  ///   `resourceNotAvailable` beyond 8 MB of floats in all, `serverInterrupted` while the server is away.
  public func registerSound(path: String, usesVolumeEnvelope: Bool? = nil, loops: Bool? = nil)
    throws(EngineError) -> Int
  {
    try call(.registerAudioResource, nil, path) { () throws(EngineError) in
      if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
      return try sounds.register(path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops)
    }
  }

  /// Forgets a registered sound; players that were made with it keep it while they play.
  ///
  /// - Throws: ``EngineError`` `invalidAudioResource` when there is none of that number.
  public func unregisterSound(_ id: Int) throws(EngineError) {
    try call(.unregisterAudioResource, nil, "\(id)") { () throws(EngineError) in try sounds.unregister(id) }
  }

  /// How a registered sound is to be played, or `nil` when there is none.
  public func soundOptions(_ id: Int) -> (usesVolumeEnvelope: Bool?, loops: Bool?)? {
    sounds.registered(id).map { ($0.usesVolumeEnvelope, $0.loops) }
  }
}
