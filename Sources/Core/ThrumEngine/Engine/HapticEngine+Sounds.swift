extension HapticEngine {
  /// Registers a sound file for `AudioCustom` events and returns its number, which is never 0.
  ///
  /// The sound is kept until it is unregistered, the server is reset, or the engine is deallocated. By default, the
  /// envelope shapes the sound, and the sound does not loop.
  ///
  /// - Throws: ``EngineError`` `fileNotFound`, `invalidAudioResource` if the file cannot be decoded,
  ///   `resourceNotAvailable` above the memory limit, `serverInterrupted` while the server is down.
  public func registerSound(path: String, usesVolumeEnvelope: Bool? = nil, loops: Bool? = nil)
    throws(EngineError) -> Int
  {
    try call(.registerAudioResource, nil, path) { () throws(EngineError) in
      if environment.hardware({ $0.isServerDown }) { throw EngineError.serverIsAway }
      return try sounds.register(path, usesVolumeEnvelope: usesVolumeEnvelope, loops: loops)
    }
  }

  /// Unregisters a sound. Players keep it until they finish.
  ///
  /// - Throws: ``EngineError`` `invalidAudioResource` for an unknown number.
  public func unregisterSound(_ id: Int) throws(EngineError) {
    try call(.unregisterAudioResource, nil, "\(id)") { () throws(EngineError) in try sounds.unregister(id) }
  }

  package func soundOptions(_ id: Int) -> (usesVolumeEnvelope: Bool?, loops: Bool?)? {
    sounds.registered(id).map { ($0.usesVolumeEnvelope, $0.loops) }
  }
}
