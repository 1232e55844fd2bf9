import Foundation
import ThrumRender

/// The level of a sounding event over time, 0…1: attack, then hold and release or a decay.
struct EnvelopeShape {
  private let start: Double
  private let attack: Double
  /// Seconds of the decay; `nil` holds the level.
  private let decay: Double?
  /// When the event is cut, s; infinite when only a stop ends it.
  private let cut: Double
  private let tail: Double

  /// A shape from the seconds of its parts.
  init(start: Double, attack: Double, decay: Double?, cut: Double, tail: Double) {
    self.start = start
    self.attack = max(0, attack)
    self.decay = decay.map { max(1e-6, $0) }
    self.cut = max(start, cut)
    self.tail = max(1e-6, tail)
  }

  /// The end of the last sound of it, s; infinite for an endless one.
  var end: Double {
    guard let decay else { return cut + tail }
    return min(start + attack + decay, cut + tail)
  }

  /// The level at a time in seconds.
  func level(at time: Double) -> Double {
    guard time >= start else { return 0 }
    guard time >= cut else { return body(at: time) }
    return body(at: cut) * max(0, 1 - (time - cut) / tail)
  }

  /// The level without the few milliseconds that every attack and release takes, however short it was meant.
  func intendedLevel(at time: Double) -> Double {
    guard time >= start, time < cut || tail > EnvelopeShape.unintended else { return 0 }
    let isAbrupt = attack <= EnvelopeShape.unintended && time - start < attack
    return isAbrupt ? 1 : level(at: time)
  }

  /// A longest attack or release that nobody asked for, s.
  private static let unintended = 0.0051

  /// Where the level has a corner, s.
  var corners: [Double] { [start, start + attack, cut, end] }

  private func body(at time: Double) -> Double {
    let age = time - start
    if age < attack { return age / attack }
    guard let decay else { return 1 }
    return max(0, 1 - (age - attack) / decay)
  }
}

extension EnvelopeShape {
  /// What the renderer makes of an event: normalised times, moved by the controls, to seconds.
  init(_ event: ScheduledEvent, rate: Double, controls: ControlTracks, settings: RenderSettings) {
    let isHaptic = event.kind == .continuous
    let begin = event.start / rate
    let times = settings.envelope
    func seconds(_ value: Float, _ control: ControlID, at time: Double, _ range: ClosedRange<Double>) -> Double {
      let position = min(1, max(0, Double(value) + controls.value(control, at: time)))
      return range.lowerBound * exp2(position * log2(range.upperBound / range.lowerBound))
    }
    let hasEnvelope = event.usesEnvelope || event.kind != .sound
    let attackSeconds =
      hasEnvelope
      ? seconds(event.attack, isHaptic ? .hapticAttack : .audioAttack, at: begin, times.attack) : 0
    let decaySeconds: Double? =
      hasEnvelope && !event.isSustained
      ? seconds(event.decay, isHaptic ? .hapticDecay : .audioDecay, at: begin + attackSeconds, times.decay)
      : nil
    let wanted = begin + EnvelopeShape.seconds(event, rate: rate)
    let limit = isHaptic ? begin + settings.continuousLimitSeconds : .infinity
    var tailSeconds = 0.005
    if wanted > limit {
      tailSeconds = 0.05
    } else if hasEnvelope, event.isSustained, wanted.isFinite {
      tailSeconds = seconds(
        event.release, isHaptic ? .hapticRelease : .audioRelease, at: wanted, times.release)
    }
    self.init(
      start: begin, attack: attackSeconds, decay: decaySeconds, cut: min(wanted, limit), tail: tailSeconds)
  }

  /// The event's own length; a sound that does not repeat is not longer than its file.
  private static func seconds(_ event: ScheduledEvent, rate: Double) -> Double {
    let given = event.length.isNaN ? Double.infinity : event.length / rate
    guard event.kind == .sound else { return given }
    guard let sound = event.sound else { return given.isFinite ? given : 0.1 }
    return event.loops && given.isFinite ? given : min(given, Double(sound.frames) / rate)
  }
}
