import ThrumDevice
import ThrumFeel
import ThrumPattern

extension VibrationSequence {
  /// Alternately on and off, ms, beginning with on, or `nil` if anything has another strength than none and full.
  fileprivate var onOff: [Int]? {
    guard parts.count == 1, parts[0].start == 0, case .waveform(let waveform) = parts[0].effect else { return nil }
    var times: [Int] = []
    for step in waveform.steps where step.milliseconds > 0 {
      guard [nil, 0, 255].contains(step.amplitude) else { return nil }
      let isOn = step.amplitude != 0
      if times.isEmpty, !isOn { times.append(0) }
      if (times.count % 2 == 1) == isOn {
        times[times.count - 1] += step.milliseconds
      } else {
        times.append(step.milliseconds)
      }
    }
    return times.count > 1 || times.first ?? 0 > 0 ? times : nil
  }
}

/// On and off times of a request's patterns, for motors without strengths: the search of `thrum feel --pulses`, on the
/// motor that it assumes where none is known.
struct SwitchedTimes {
  /// Alternately on and off, ms, beginning with on.
  let onOff: [Int]
  let losses: [String]
  let feel: FeelLoss
  /// How near the felt level comes, in words.
  let words: String

  init(_ request: PatternWriter.Request) throws(PatternWriter.WriteError) {
    // What is on and off times already is played as it is, pauses at its ends included.
    if let given = request.source?.vibration?.onOff {
      (onOff, losses, feel) = (given, [], FeelLoss(unchangedOn: OneBitMotor.assumed.name))
      words = "the times are those of the file it was made from"
      return
    }
    let design = try PulseDesign(PatternGroup(request.patterns), request.work)
    let fit = try PulseFit.searched(design, request.work)
    onOff = fit.train.onOff
    words = fit.words
    feel = FeelLoss(fit, of: design)
    var losses = ["strengths and sharpness: \(fit.words)"]
    if let joined = fit.joinedOnsets(of: design) { losses.append(joined) }
    if design.isCut { losses.append("everything after \(fixed(PulseDesign.longest, 0)) s") }
    self.losses = losses
    guard !onOff.isEmpty else { throw PatternWriter.WriteError(description: "nothing in the pattern can be felt") }
  }

  /// The same, beginning with off, as Android's lists do.
  var offOn: [Int] { onOff.first == 0 ? Array(onOff.dropFirst()) : [0] + onOff }
}

/// What the packages of React Native and Flutter play: AHAP on iPhones; on Android, a waveform on motors with
/// strengths, otherwise on and off times.
struct PhoneTiers {
  let ahap: Pattern
  let steps: [VibrationEffect.Waveform.Step]
  let switched: SwitchedTimes
  let losses: [String]
  /// For the waveform, then for the on and off times.
  let feel: [FeelLoss]

  init(_ request: PatternWriter.Request) throws(PatternWriter.WriteError) {
    guard request.patterns.count == 1, let pattern = request.patterns.first else {
      throw PatternWriter.WriteError(
        description: "its pulses and its envelopes are two patterns, but an app plays one",
        option: "make one with --merge")
    }
    ahap = pattern.onlyPlayed
    let (sequence, lost) = try request.effects(.waveform)
    guard case .waveform(let waveform) = sequence.parts[0].effect else {
      throw PatternWriter.WriteError(description: "the pattern has no waveform")
    }
    steps = waveform.steps
    switched = try SwitchedTimes(request)
    losses = lost.map { "on Android: \($0)" } + switched.losses.map { "without strengths: \($0)" }
    var feel: [FeelLoss] = []
    if let played = PatternDocument.read(sequence.json(name: ""), name: "x.json").group {
      feel.append(
        try FeelLoss(PatternGroup(request.patterns), played, on: FeelMotor(ActuatorPreset.coin175), request.work))
    }
    self.feel = feel + [switched.feel]
  }

  /// Paths of the sounds that an iPhone needs in the app's bundle, sorted.
  var sounds: [String] { Set(ahap.events.compactMap { $0.waveformPath }).sorted() }
}
