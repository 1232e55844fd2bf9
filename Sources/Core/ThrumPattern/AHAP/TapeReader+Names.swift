extension TapeReader {
  @inline(__always)
  func key(_ index: Int) -> AHAPKey? {
    let token = tokens[index]
    guard token.kind == .string else { return token.kind == .escapedString ? escapedKey(index) : nil }
    let candidates: (AHAPKey, AHAPKey)
    switch token.length {
    case 4: candidates = (.time, .time)
    case 5: candidates = (.event, .event)
    case 7: candidates = (.pattern, .version)
    case 8: candidates = (.metadata, .metadata)
    case 9: candidates = (.eventType, .parameter)
    case 11: candidates = (.parameterID, .parameterID)
    case 13: candidates = (.eventDuration, .eventDuration)
    case 14: candidates = (.parameterValue, .parameterCurve)
    case 15: candidates = (.eventParameters, .eventParameters)
    case 17: candidates = (.eventWaveformPath, .eventWaveformPath)
    case 24: candidates = (.eventWaveformLoopEnabled, .eventWaveformLoopEnabled)
    case 27: candidates = (.parameterCurveControlPoints, .parameterCurveControlPoints)
    case 30: candidates = (.eventWaveformUseVolumeEnvelope, .eventWaveformUseVolumeEnvelope)
    default: return nil
    }
    if spells(token, candidates.0.name) { return candidates.0 }
    return spells(token, candidates.1.name) ? candidates.1 : nil
  }

  @inline(__always)
  func eventParameterID(_ index: Int) -> EventParameterID? {
    let token = tokens[index]
    guard token.kind == .string else { return EventParameterID(rawValue: string(index)) }
    switch token.length {
    case 15:
      if spells(token, "HapticIntensity") { return .hapticIntensity }
      if spells(token, "HapticSharpness") { return .hapticSharpness }
      return spells(token, "AudioBrightness") ? .audioBrightness : nil
    case 9:
      if spells(token, "DecayTime") { return .decayTime }
      return spells(token, "Sustained") ? .sustained : nil
    case 10:
      if spells(token, "AttackTime") { return .attackTime }
      return spells(token, "AudioPitch") ? .audioPitch : nil
    case 11:
      if spells(token, "ReleaseTime") { return .releaseTime }
      return spells(token, "AudioVolume") ? .audioVolume : nil
    case 8: return spells(token, "AudioPan") ? .audioPan : nil
    default: return nil
    }
  }

  @inline(__always)
  func eventType(_ index: Int) -> EventType? {
    let token = tokens[index]
    guard token.kind == .string else { return EventType(rawValue: string(index)) }
    switch token.length {
    case 15:
      if spells(token, "HapticTransient") { return .hapticTransient }
      return spells(token, "AudioContinuous") ? .audioContinuous : nil
    case 16: return spells(token, "HapticContinuous") ? .hapticContinuous : nil
    case 11: return spells(token, "AudioCustom") ? .audioCustom : nil
    default: return nil
    }
  }

  func dynamicParameterID(_ index: Int) -> DynamicParameterID? {
    tokens[index].length <= 256 ? DynamicParameterID(rawValue: string(index)) : nil
  }

  @inline(never)
  private func escapedKey(_ index: Int) -> AHAPKey? {
    guard tokens[index].length <= 256 else { return nil }
    let name = string(index)
    return AHAPKey.allCases.first { $0.name.description == name }
  }

  @inline(__always)
  private func spells(_ token: Token, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    guard token.length == count else { return false }
    // Safety: both sides have `count` readable bytes; a literal with multiple characters has a pointer.
    let mine = base + token.start + 1
    let other = UnsafeRawPointer(name.utf8Start)
    var done = 0
    while done &+ 8 <= count {
      guard
        mine.loadUnaligned(fromByteOffset: done, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: done, as: UInt64.self)
      else { return false }
      done &+= 8
    }
    while done < count {
      guard
        mine.load(fromByteOffset: done, as: UInt8.self) == other.load(fromByteOffset: done, as: UInt8.self)
      else { return false }
      done &+= 1
    }
    return true
  }
}
