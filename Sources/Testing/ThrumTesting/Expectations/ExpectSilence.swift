import Foundation
import Testing
import ThrumEngine
import ThrumPattern

/// Expects silence in a time range.
///
/// No event may start in or extend into the range. Ignores mutes and release tails; pass `samples` to examine the
/// rendered level instead.
///
/// - Parameters:
///   - begin: Seconds since the environment was created.
///   - end: Seconds since the environment was created; events that start at this time are outside.
///   - timeline: `nil` means the caller's timeline.
///   - samples: See ``HapticSamples/init(of:from:to:)``.
///   - threshold: Highest level of `samples` that counts as silence, in dBFS (RMS over 10 ms).
///   - sourceLocation: Where a failure is reported.
public func expectSilence(
  from begin: Double, to end: Double, in timeline: Timeline? = nil, samples: HapticSamples? = nil,
  below threshold: Double = -80, sourceLocation: SourceLocation = #_sourceLocation
) {
  let timeline = Subject.timeline(timeline)
  let range = "\(TimelineText.seconds(begin)) s to \(TimelineText.seconds(end)) s"
  guard end > begin else { return TestFailures.report("the range from \(range) is empty", at: sourceLocation) }
  if let samples {
    let windows = samples.envelope(from: begin, to: end)
    guard let loud = windows.first(where: { $0.decibels > threshold }) else { return }
    let peak = windows.map(\.decibels).max() ?? loud.decibels
    return TestFailures.report(
      "expected silence from \(range), below \(TimelineText.number(threshold)) dB, found "
        + "\(TimelineText.number(loud.decibels)) dB at \(TimelineText.seconds(loud.time)) s and a maximum of "
        + "\(TimelineText.number(peak)) dB.\n" + timeline.excerpt(around: loud.time), at: sourceLocation)
  }
  let heard = timeline.sounding.filter { event in
    event.intensity > 0 && event.time < end - 1e-9 && (event.end > begin + 1e-9 || event.time >= begin - 1e-9)
  }
  guard let first = heard.first else { return }
  let start = "at \(TimelineText.seconds(first.time)) s"
  let when =
    first.time < begin ? "that begins \(start) lasts until \(TimelineText.seconds(first.end)) s" : "begins \(start)"
  let more = heard.count > 1 ? "; \(heard.count - 1) more" : ""
  TestFailures.report(
    "expected silence from \(range): a \(first.type.rawValue) \(when)\(more).\n"
      + timeline.excerpt(around: first.time), at: sourceLocation)
}

/// Expects the mean level in a time range, in dBFS (RMS of both channels), to be within limits.
///
///     expectLevel(-30 ... -10, from: 0.1, to: 0.4, of: HapticSamples(of: environment))
public func expectLevel(
  _ decibels: ClosedRange<Double>, from begin: Double, to end: Double, of samples: HapticSamples? = nil,
  in timeline: Timeline? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let samples = samples ?? HapticSamples(of: .current)
  let level = samples.level(from: begin, to: end)
  guard !decibels.contains(level) else { return }
  TestFailures.report(
    "expected a level of \(TimelineText.number(decibels.lowerBound)) to \(TimelineText.number(decibels.upperBound)) dB "
      + "from \(TimelineText.seconds(begin)) s to \(TimelineText.seconds(end)) s: it is \(TimelineText.number(level)) dB.\n"
      + Subject.timeline(timeline).excerpt(around: begin), at: sourceLocation)
}

/// An event in a timeline, with the time during which it can be felt or heard.
struct Sounding {
  let type: EventType
  let engine: Int
  let player: Int?
  /// Seconds since the environment was created.
  let time: Double
  let intensity: Double
  let sharpness: Double
  /// Seconds, as in the pattern.
  let duration: Double?
  /// End of the event, excluding release, or of its player or engine if earlier.
  var end: Double

  static let transientSeconds = 0.03
}

extension Timeline {
  var sounding: [Sounding] {
    var result: [Sounding] = []
    var open: [Int] = []
    for entry in entries {
      switch entry.fact {
      case .event(_, let type, _, let intensity, let sharpness, let duration):
        let length = type == .hapticTransient ? Sounding.transientSeconds : duration ?? 0
        open.append(result.count)
        result.append(
          Sounding(
            type: type, engine: entry.engine, player: entry.player, time: entry.time, intensity: intensity,
            sharpness: sharpness, duration: duration, end: entry.time + length))
      case .playerFinished, .engineGone, .state(.stopping), .state(.stopped):
        open.removeAll { index in
          let event = result[index]
          guard event.engine == entry.engine, entry.player == nil || event.player == entry.player else { return false }
          if event.type != .hapticTransient { result[index].end = min(event.end, entry.time) }
          return true
        }
      default: break
      }
    }
    return result
  }
}

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
    let end = max(begin, min(end, environment.elapsed))
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
    let length = max(1, Int((windowSeconds * sampleRate).rounded()))
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
