import ThrumDevice
import ThrumPattern

/// A recording of the ``FitPattern``, resampled, aligned and free of hum.
struct FitRecording {
  /// Sample rate, 35 times the default map's highest frequency.
  static let rate = 8_000.0

  private let samples: [Double]
  private var place: PatternPlace
  let hum: MainsHum?

  /// - Throws: ``FitError`` if the recording is too short, too long, silent or clipped, or lacks the pattern.
  init(_ sound: SoundMemory, sensor: SensorResponse? = nil) throws(FitError) {
    let wanted = FitPattern.seconds
    guard sound.seconds >= wanted - 0.5 else {
      throw FitError(
        "it lasts \(oneDecimal(sound.seconds)) s, but the test pattern lasts \(oneDecimal(wanted)) s: record all of it",
        .unusable)
    }
    guard sound.seconds <= 600 else {
      throw FitError("it lasts \(oneDecimal(sound.seconds)) s: the limit is 600 s", .unusable)
    }
    let recorded = sound.loudestChannel(at: sound.sampleRate)
    guard recorded.contains(where: { $0 != 0 }) else { throw FitError("it is silent", .unusable) }
    guard Clipping.flatPeaks(in: recorded) < 3 else {
      throw FitError("its peaks are cut off: record again at a lower level")
    }
    var heard = FitRecording.cropped(sound.loudestChannel(at: FitRecording.rate))
    hum = MainsHum(FitRecording.rests(of: heard), rate: FitRecording.rate)
    if let hum { hum.remove(from: &heard, rate: FitRecording.rate) }
    if let sensor { heard = sensor.corrected(heard, rate: FitRecording.rate) }
    samples = heard
    guard let found = PatternPlace(in: heard) else {
      throw FitError(
        "the test pattern was not found: play the file that `thrum fit --pattern` writes, from start to end, without other sounds",
        .unusable)
    }
    place = found
    place.stretch += drift
    let offset = place.stretch - 1
    guard abs(offset) < FitRecording.mostDrift else {
      throw FitError(
        "it runs \(fixed(100 * abs(offset), 2)) % too \(offset > 0 ? "slowly" : "fast"): its sample rate or the device's clock is wrong"
      )
    }
  }

  /// Largest relative difference between the clocks of the device and the recorder, and so the largest frequency error.
  private static let mostDrift = 0.0005

  /// Delay of repeated taps relative to the time between them, or 0 if the repeats disagree.
  private var drift: Double {
    var (product, power) = (0.0, 0.0)
    for place in FitPattern.tapSharpnesses.indices {
      let tap = RecordedTap(self, place, turns: 0..<FitPattern.repeats, hertz: 0)
      guard tap.noise < 0.1 * tap.energy else { return 0 }
      for (turn, delay) in tap.delays.enumerated() {
        let index = turn * FitPattern.tapSharpnesses.count + place
        let apart = FitPattern.taps[index].start - FitPattern.taps[place].start
        product += apart * delay
        power += apart * apart
      }
    }
    return product / power
  }

  /// Returns part of the samples, with zeros outside the recording.
  func part(from start: Double, seconds: Double) -> [Double] {
    let first = place.begin + Int(saturating: (start * place.stretch * FitRecording.rate).rounded())
    return (first..<first + Int(saturating: (seconds * FitRecording.rate).rounded())).map {
      samples.indices.contains($0) ? samples[$0] : 0
    }
  }

  /// Returns the pattern and 2 s on either side of it, because hum stays steady only for a while.
  private static func cropped(_ samples: [Double]) -> [Double] {
    let margin = 2 * rate
    let length = FitPattern.seconds * rate
    guard Double(samples.count) > length + 4 * margin, let place = PatternPlace(in: samples) else { return samples }
    let first = max(0, place.begin - Int(margin))
    let end = min(samples.count, place.begin + Int(length * place.stretch + margin))
    return Array(samples[first..<end])
  }

  /// Returns the quietest quarter of the recording, as parts of 0.1 s.
  private static func rests(of samples: [Double]) -> [MainsHum.Rest] {
    let length = Int(saturating: 0.1 * rate)
    let parts = stride(from: 0, to: samples.count - length, by: length).map { first in
      MainsHum.Rest(first: Double(first), samples: Array(samples[first..<first + length]))
    }
    return Array(parts.sorted { $0.energy < $1.energy }.prefix(parts.count / 4))
  }
}

private func oneDecimal(_ value: Double) -> String { String((value * 10).rounded() / 10) }
