/// Level of an event, 0…1: attack, then either hold and release, or decay.
package struct EnvelopeShape: Sendable {
  private let start: Double
  private let attack: Double
  /// Decay time in seconds, or `nil` if the level holds.
  private let decay: Double?
  /// Start of the tail in seconds, or infinite if only a stop ends the event.
  private let cut: Double
  private let tail: Double

  init(start: Double, attack: Double, decay: Double?, cut: Double, tail: Double) {
    self.start = start
    self.attack = max(0, attack)
    self.decay = decay.map { max(1e-6, $0) }
    self.cut = max(start, cut)
    self.tail = max(1e-6, tail)
  }

  /// Time in seconds from which the event is silent; infinite for an endless event.
  package var end: Double {
    guard let decay else { return cut + tail }
    return min(start + attack + decay, cut + tail)
  }

  /// Time in seconds at which the tail starts; infinite for an endless event.
  var holdEnd: Double { decay.map { min(start + attack + $0, cut) } ?? cut }

  package func level(at time: Double) -> Double {
    guard time >= start else { return 0 }
    guard time >= cut else { return body(at: time) }
    return body(at: cut) * max(0, 1 - (time - cut) / tail)
  }

  /// Returns the level without the short attack and release that every event has.
  package func intendedLevel(at time: Double) -> Double {
    guard time >= start, time < cut || tail > EnvelopeShape.unintended else { return 0 }
    let isAbrupt = attack <= EnvelopeShape.unintended && time - start < attack
    return isAbrupt ? 1 : level(at: time)
  }

  /// Longest attack or release that counts as unintended, s.
  private static let unintended = 0.0051

  /// Times at which the slope changes, s.
  package var corners: [Double] { [start, start + attack, cut, end] }

  private func body(at time: Double) -> Double {
    let age = time - start
    if age < attack { return age / attack }
    guard let decay else { return 1 }
    return max(0, 1 - (age - attack) / decay)
  }
}

extension EnvelopeShape {
  /// - Parameters:
  ///   - soundSeconds: Length of the event's sound file; `nil` if there is none or it cannot be read.
  ///   - limit: Maximum length of a continuous haptic event in seconds.
  package init(
    _ event: Event, soundSeconds: Double?, controls: ControlTracks, times: EnvelopeTimes = EnvelopeTimes(),
    limit: Double = EventLimits.continuousSeconds
  ) {
    let isHaptic = event.type.isHaptic
    let begin = EventLimits.playedTime(event.time)
    func seconds(
      _ parameter: EventParameterID, _ control: DynamicParameterID, at time: Double, _ scale: ClosedRange<Double>
    ) -> Double {
      EnvelopeTimes.seconds(event.value(of: parameter) + controls.value(control, at: time), on: scale)
    }
    let hasEnvelope = event.type != .audioCustom || event.waveformUseVolumeEnvelope ?? true
    let attack =
      hasEnvelope
      ? seconds(.attackTime, isHaptic ? .hapticAttackTimeControl : .audioAttackTimeControl, at: begin, times.attack)
      : 0
    let decay: Double? =
      hasEnvelope && !event.isSustained
      ? seconds(
        .decayTime, isHaptic ? .hapticDecayTimeControl : .audioDecayTimeControl, at: begin + attack, times.decay)
      : nil
    let pitch = event.value(of: .audioPitch) + controls.value(.audioPitchControl, at: begin)
    let wanted = begin + EnvelopeShape.seconds(event, soundSeconds: soundSeconds, pitch: pitch)
    if isHaptic, wanted > begin + limit {
      let fade = EventLimits.continuousFade
      self.init(start: begin, attack: attack, decay: decay, cut: begin + limit - fade, tail: fade)
      return
    }
    var tail = EnvelopeTimes.quickFade
    if hasEnvelope, event.isSustained, wanted.isFinite {
      tail = seconds(
        .releaseTime, isHaptic ? .hapticReleaseTimeControl : .audioReleaseTimeControl, at: wanted, times.release)
    }
    self.init(start: begin, attack: attack, decay: decay, cut: wanted, tail: tail)
  }

  /// Returns an event's length in seconds. A non-looping sound ends with its file, as played at the event's pitch. A
  /// missing sound gets a short, visible length.
  private static func seconds(_ event: Event, soundSeconds: Double?, pitch: Double) -> Double {
    let given = event.sustainSeconds ?? .infinity
    guard event.type == .audioCustom else { return given }
    guard let soundSeconds else { return given.isFinite ? given : 0.1 }
    return event.waveformLoopEnabled == true
      ? given : min(given, soundSeconds / exponentialBase2(min(1, max(-1, pitch))))
  }
}
