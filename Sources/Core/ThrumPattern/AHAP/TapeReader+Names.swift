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

extension TapeReader {
  /// Returns `token` itself if there is no such member.
  func member(_ key: AHAPKey, of token: Int) -> Int {
    guard self[token].kind == .object else { return token }
    var found = token
    var index = token &+ 1
    while index < self[token].next {
      if self.key(index) == key { found = index &+ 1 }
      index = next(index &+ 1)
    }
    return found
  }

  package func describe(_ token: Int) -> String {
    switch self[token].kind {
    case .string, .escapedString: return "the string \"\(quoted(string(token)))\""
    case .number: return "the number \(quoted(source(token)))"
    case let kind: return kind.inWords
    }
  }

  func missingRemedy(_ key: AHAPKey, _ token: Int, _ path: JSONPath) -> String {
    misspelling(of: key, token, path) ?? "Add \"\(key.name)\" to this object."
  }

  /// Returns a hint if another member may be a misspelling of `key`. Checks only the first few members.
  func misspelling(of key: AHAPKey, _ token: Int, _ path: JSONPath) -> String? {
    var index = token &+ 1
    var budget = 32
    while index < self[token].next, budget > 0 {
      budget &-= 1
      let name = string(index)
      let known = path.members.map { "\($0.name)" }
      if self.key(index) == nil, Suggestion.nearest(to: name, in: known) == "\(key.name)" {
        return "Is `\(quoted(name))` meant to be `\(key.name)`?"
      }
      index = next(index &+ 1)
    }
    return nil
  }

  package func wrongKindRemedy(_ token: Int, _ wanted: String) -> String {
    if self[token].isString, wanted == "a number", self[token].length < 64 {
      let text = string(token)
      if let number = Double(text), number.isFinite { return "Write \(shown(number)) without quotes." }
      if let number = DecimalComma.corrected(text) {
        return "Write \(number): a number has a decimal point and no quotes."
      }
    }
    return "Write \(wanted) here."
  }
}

extension Token.Kind {
  package var inWords: String {
    switch self {
    case .null: "null"
    case .yes: "true"
    case .no: "false"
    case .number: "a number"
    case .string, .escapedString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
