extension LintPass {
  func check(_ event: Event, _ index: Int, _ sound: ((String) -> SoundState)?) {
    checkDuration(event, index)
    checkParameters(event, index)
    if event.type == .audioCustom {
      checkWaveform(event, index, sound)
    } else if event.waveformPath != nil || event.waveformLoopEnabled != nil
      || event.waveformUseVolumeEnvelope != nil
    {
      reportWaveform(event, index)
    }
    checkKeys(event.unknown, AHAPKey.eventMembers, body(index, .event), path(index, .event).text)
  }

  @inline(__always)
  private func checkDuration(_ event: Event, _ index: Int) {
    guard let duration = event.duration else { return }
    switch event.type {
    case .hapticTransient: if duration > 0 { reportDuration(.transientDuration, duration, index) }
    case .hapticContinuous:
      if duration == 0 { reportDuration(.durationZero, duration, index) }
      if duration > options.longestEventSeconds { reportDuration(.longEvent, duration, index) }
    case .audioContinuous: if duration == 0 { reportDuration(.durationZero, duration, index) }
    case .audioCustom: break
    }
  }

  @inline(never)
  private func reportDuration(_ code: DiagnosticCode, _ duration: Double, _ index: Int) {
    let texts: (String, String) =
      switch code {
      case .transientDuration:
        (
          "the transient has a duration of \(shown(duration)) s, which lengthens the pattern but not the tap",
          "Remove `EventDuration`, or make the event `HapticContinuous`."
        )
      case .durationZero:
        (
          "the event lasts 0 s, which Core Haptics treats as having no fixed end",
          "Set `EventDuration` to the time until the event's release, in seconds."
        )
      default:
        (
          "the event lasts \(shown(duration)) s; a device fades it out after \(options.longestEventSeconds) s",
          "Split it into consecutive events."
        )
      }
    let token = tape.member(.eventDuration, of: body(index, .event))
    report(code, token, path(index, .event).to(.eventDuration), texts.0, texts.1)
  }

  @inline(__always)
  private func checkParameters(_ event: Event, _ index: Int) {
    var seen: UInt16 = 0
    for (number, parameter) in event.parameters.enumerated() {
      let id = parameter.id
      let bit: UInt16 = 1 &<< id.bit
      if seen & bit != 0 { reportRepeated(event, number, index) }
      seen |= bit
      if !id.applies(to: event.type) {
        reportParameter(.parameterNotApplicable, event, number, index)
      } else if !id.range.contains(parameter.value) {
        reportParameter(.eventValueOutOfRange, event, number, index)
      } else if id.isEnvelopeTime, parameter.value > 0, event.silences(id) {
        reportParameter(.envelopeWithoutEffect, event, number, index)
      }
      checkKeys(
        parameter.unknown, AHAPKey.eventParameterMembers, place(number, nil, index, event).token,
        place(number, nil, index, event).path)
    }
  }

  private func place(
    _ number: Int, _ member: AHAPKey?, _ index: Int, _ event: Event
  ) -> (token: Int, path: String) {
    element(number, member, of: .eventParameters, index, .event, count: event.parameters.count)
  }

  @inline(never)
  private func reportRepeated(_ event: Event, _ number: Int, _ index: Int) {
    let place = place(number, nil, index, event)
    report(
      .repeatedParameter, place.token, place.path,
      "the event sets `\(event.parameters[number].id.rawValue)` twice; the last one counts",
      "Remove the earlier one.")
  }

  @inline(never)
  private func reportParameter(
    _ code: DiagnosticCode, _ event: Event, _ number: Int, _ index: Int
  ) {
    let parameter = event.parameters[number]
    let name = parameter.id.rawValue
    let range = parameter.id.range
    let used = min(max(parameter.value, range.lowerBound), range.upperBound)
    let texts: (String, String) =
      switch code {
      case .eventValueOutOfRange:
        (
          "`\(name)` \(parameter.value) is outside \(range.inWords); the device uses \(used)",
          "Write \(used), or the intended value."
        )
      case .parameterNotApplicable:
        ("`\(name)` has no effect on `\(event.type.rawValue)`", "Remove it, or use another type of event.")
      default:
        (
          "`\(name)` has no effect here: \(event.silence(parameter.id))",
          "Remove it, or change what disables it."
        )
      }
    let member: AHAPKey = code == .eventValueOutOfRange ? .parameterValue : .parameterID
    let place = place(number, member, index, event)
    report(code, place.token, place.path, texts.0, texts.1)
  }

  private func checkWaveform(_ event: Event, _ index: Int, _ state: ((String) -> SoundState)?) {
    // The reader reports missing and empty paths.
    guard let file = event.waveformPath, !file.isEmpty, let state else { return }
    func report(_ code: DiagnosticCode, _ message: String, _ remedy: String) {
      self.report(
        code, tape.member(.eventWaveformPath, of: body(index, .event)), path(index, .event).to(.eventWaveformPath),
        message, remedy)
    }
    switch state(file) {
    case .plays:
      if SoundPlaces.isAbsolute(file) {
        report(
          .unportableWaveformPath, "the sound path `\(quoted(file))` is absolute, so it holds only on this machine",
          "Give its path from the root of the app's resources.")
      }
    case .playsUnderAnotherForm:
      report(
        .unportableWaveformPath,
        "the sound file's name is in another Unicode normal form than `\(quoted(file))`: iPhones find it, Linux and Git"
          + " see two names",
        "Rename the file, or write the path as the file is called.")
    case .missing(let hint):
      report(
        .missingWaveformFile, "the sound file `\(quoted(file))` does not exist",
        (hint.map { $0 + " " } ?? "") + "Give its path from the root of the app's resources.")
    case .unreadable(let cause, let remedy):
      report(
        .unreadableWaveformFile,
        "the sound file `\(quoted(file))` cannot be played: \(cause); the whole pattern fails on a phone", remedy)
    }
  }

  @inline(never)
  private func reportWaveform(_ event: Event, _ index: Int) {
    let key: AHAPKey =
      if event.waveformPath != nil {
        .eventWaveformPath
      } else if event.waveformLoopEnabled != nil {
        .eventWaveformLoopEnabled
      } else {
        .eventWaveformUseVolumeEnvelope
      }
    report(
      .waveformNotApplicable, tape.member(key, of: body(index, .event)), path(index, .event).to(key),
      "`\(key.name)` has no effect on `\(event.type.rawValue)`", "Only `AudioCustom` plays a file.")
  }
}

extension EventParameterID {
  @inline(__always)
  fileprivate var bit: UInt16 {
    switch self {
    case .hapticIntensity: 0
    case .hapticSharpness: 1
    case .attackTime: 2
    case .decayTime: 3
    case .releaseTime: 4
    case .sustained: 5
    case .audioVolume: 6
    case .audioPitch: 7
    case .audioPan: 8
    case .audioBrightness: 9
    }
  }

  @inline(__always)
  fileprivate var isEnvelopeTime: Bool { self == .attackTime || self == .decayTime || self == .releaseTime }
}

extension Event {
  /// Whether another setting disables an envelope time.
  fileprivate func silences(_ id: EventParameterID) -> Bool {
    if type == .audioCustom, waveformUseVolumeEnvelope == false { return true }
    return id == .decayTime ? isSustained : id == .releaseTime && !isSustained
  }

  fileprivate func silence(_ id: EventParameterID) -> String {
    if type == .audioCustom, waveformUseVolumeEnvelope == false { return "the envelope is disabled" }
    return id == .decayTime ? "it needs `Sustained` 0" : "it needs `Sustained` 1"
  }
}
