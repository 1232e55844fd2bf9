import Foundation
import ThrumEngine
import ThrumPattern

/// Rendered samples.
public struct HapticSamples: Equatable, Sendable {
  /// Interleaved left and right samples, full scale 1.
  public var interleaved: [Float]
  /// Frames per second.
  public var sampleRate: Double
  /// Time of the first frame in seconds since the environment was created.
  public var begin: Double

  /// Creates samples.
  public init(_ interleaved: [Float], sampleRate: Double = 48_000, begin: Double = 0) {
    self.interleaved = interleaved
    self.sampleRate = sampleRate
    self.begin = begin
  }

  /// Renders the mix of an environment's engines for a time range in seconds, up to now at most.
  ///
  /// - Thread: any but the engines' own.
  public init(of environment: HapticEnvironment, from begin: Double = 0, to end: Double = .infinity) {
    let end = max(begin, min(end, environment.now))
    self.init(environment.samples(begin...end), begin: begin)
  }

  /// Number of frames.
  public var frameCount: Int { interleaved.count / 2 }

  /// Returns the mean level in a time range, in dBFS: 20 log₁₀ of the RMS of both channels.
  ///
  /// −200 means digital silence or times that were not rendered.
  public func level(from begin: Double, to end: Double) -> Double { level(frames: frames(from: begin, to: end)) }

  struct Window: Equatable {
    /// Seconds since the environment was created.
    let time: Double
    let decibels: Double
  }

  /// The last window may be shorter.
  func envelope(from begin: Double? = nil, to end: Double = .infinity, windowSeconds: Double = 0.01) -> [Window] {
    let all = frames(from: begin ?? self.begin, to: end)
    let length = max(1, Int(saturating: (windowSeconds * sampleRate).rounded()))
    return stride(from: all.lowerBound, to: all.upperBound, by: length).map { first in
      Window(
        time: self.begin + Double(first) / sampleRate,
        decibels: level(frames: first..<min(first + length, all.upperBound)))
    }
  }

  private func frames(from begin: Double, to end: Double) -> Range<Int> {
    func frame(_ time: Double) -> Int {
      let position = ((time - self.begin) * sampleRate).rounded()
      return position > 0 ? Int(min(position, Double(frameCount))) : 0
    }
    let first = frame(begin)
    return first..<max(first, frame(end))
  }

  private func level(frames: Range<Int>) -> Double {
    guard !frames.isEmpty else { return -200 }
    var sum = 0.0
    for sample in interleaved[(2 * frames.lowerBound)..<(2 * frames.upperBound)] {
      sum += Double(sample) * Double(sample)
    }
    return max(-200, 10 * log10(max(sum / Double(2 * frames.count), 1e-20)))
  }
}
