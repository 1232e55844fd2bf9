import ThrumPattern
import ThrumDevice

/// A recording of the ``FitPattern``, resampled and aligned.
struct FitRecording {
  /// Sample rate, Hz: 35 times the default map's highest frequency.
  static let rate = 8_000.0

  private let samples: [Double]
  /// Frame at which the pattern starts, negative if its beginning is missing.
  let begin: Int

  /// - Throws: ``FitError`` for a recording that is too short, too long or silent, or lacks the pattern.
  init(_ sound: SoundMemory) throws(FitError) {
    let wanted = FitPattern.seconds
    guard sound.seconds >= wanted - 0.5 else {
      throw FitError(
        "it lasts \(oneDecimal(sound.seconds)) s, but the test pattern lasts \(oneDecimal(wanted)) s: record all of it")
    }
    guard sound.seconds <= 600 else { throw FitError("it lasts \(oneDecimal(sound.seconds)) s: the limit is 600 s") }
    samples = sound.loudestChannel(at: FitRecording.rate)
    guard samples.contains(where: { $0 != 0 }) else { throw FitError("it is silent") }
    begin = try FitRecording.find(in: samples)
  }

  /// Samples from a time in the pattern onwards; zero outside the recording.
  func part(from start: Double, seconds: Double) -> [Double] {
    let first = begin + Int((start * FitRecording.rate).rounded())
    return (first..<first + Int((seconds * FitRecording.rate).rounded())).map {
      samples.indices.contains($0) ? samples[$0] : 0
    }
  }

  /// Finds the pattern's start by correlating the levels of 5 ms blocks with the pattern's events and rests.
  private static func find(in samples: [Double]) throws(FitError) -> Int {
    let block = Int(0.005 * rate)
    let energies = stride(from: 0, to: samples.count - block + 1, by: block).map { first in
      samples[first..<first + block].reduce(0) { $0 + $1 * $1 }
    }
    // In dB above the quietest third, so that weak buzzes count as much as strong ones.
    let floor = max(energies.sorted()[energies.count / 3], 1e-30)
    let levels = energies.map { max(0, decibels($0 / floor) / 2 - 3) }
    var plan = [Double](repeating: 0, count: Int(FitPattern.seconds * rate) / block)
    for step in FitPattern.steps {
      let first = Int(step.start * rate) / block
      for index in first..<min(plan.count, first + max(3, Int((step.seconds ?? 0) * rate) / block)) { plan[index] = 1 }
    }
    let mean = plan.reduce(0, +) / Double(plan.count)
    let centred = plan.map { $0 - mean }
    let rest = Int(0.5 * rate) / block
    var best = (score: 0.0, offset: 0)
    for offset in -rest...max(-rest, levels.count - plan.count + 60) {
      var (product, energy, sum) = (0.0, 0.0, 0.0)
      for (index, weight) in centred.enumerated() {
        guard levels.indices.contains(index + offset) else { continue }
        let level = levels[index + offset]
        product += weight * level
        energy += level * level
        sum += level
      }
      let spread = energy - sum * sum / Double(plan.count)
      guard spread > 0 else { continue }
      let score = product / (spread * centred.reduce(0) { $0 + $1 * $1 }).squareRoot()
      if score > best.score { best = (score, offset) }
    }
    guard best.score > 0.45 else {
      throw FitError(
        "the test pattern was not found: play the file that `thrum fit --pattern` writes, from start to end without other sounds"
      )
    }
    return best.offset * block
  }
}

package struct FitError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

private func oneDecimal(_ value: Double) -> String { String((value * 10).rounded() / 10) }
