import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender

/// A motor's responses to single events, rendered once per kind, sharpness and length. The responses of a nonlinear
/// motor also depend on the intensity.
struct MotorResponse {
  struct Response {
    let reading: FeltMeter.Reading
    /// Peak magnitude in each millisecond, g.
    let peaks: [Float]
    /// Peak magnitude up to and from each millisecond, g.
    private let rising: [Float], falling: [Float]

    init(reading: FeltMeter.Reading, peaks: [Float]) {
      (self.reading, self.peaks) = (reading, peaks)
      func maxima(_ peaks: some Sequence<Float>) -> [Float] {
        var most: Float = 0
        return peaks.map { peak in
          most = max(most, peak)
          return most
        }
      }
      rising = maxima(peaks)
      falling = maxima(peaks.reversed()).reversed()
    }

    var peak: Double { Double(rising.last ?? 0) }

    /// Returns the peak of an event of this length.
    func reached(within seconds: Double) -> Double {
      let count = min(rising.count, max(1, Int(saturating: (seconds * 1_000).rounded())))
      return count > 0 ? Double(rising[count - 1]) : 0
    }

    /// Returns the peak of the ringing after this time.
    func remaining(after seconds: Double) -> Double {
      let first = max(0, Int(saturating: seconds * 1_000))
      return first < falling.count ? Double(falling[first]) : 0
    }
  }

  private struct Key: Hashable {
    /// At ``MotorRendering/rate``; `nil` for a transient.
    let frames: Int?
    let sharpness: Int
    let intensity: Int
  }

  let isLinear: Bool
  private let settings: RenderSettings
  private let tapGain: Double
  private let meter: FeltMeter
  private var known: [Key: Response] = [:]

  /// Steps per unit of a resonant motor's sharpness, or of an eccentric motor's intensity.
  private static let steps = 32.0
  /// Length in seconds beyond which events do not feel stronger: the 533 ms window plus a slow motor's rise.
  static let longest = 0.7
  private static let start = 0.05

  init(_ variant: FeelMotor.Variant) {
    var settings = variant.settings
    settings.sampleRate = MotorRendering.rate
    self.settings = settings
    tapGain = variant.tapGain
    meter = FeltMeter(sampleRate: settings.sampleRate)
    if case .resonant = settings.effectiveActuator.model { isLinear = true } else { isLinear = false }
  }

  func rendering(of events: FeelEvents) -> MotorRendering { MotorRendering(events, on: settings, tapGain: tapGain) }

  func scale(_ intensity: Double) -> Double {
    isLinear ? settings.intensityLaw.amplitude(intensity) : intensity > 0 ? 1 : 0
  }

  /// Returns the reading and the peak in g of an event that no envelope and no control changes.
  mutating func strength(of event: FeelEvent) -> (reading: FeltMeter.Reading, peak: Double) {
    let response = response(
      isTap: event.isTap, sharpness: event.sharpness, seconds: event.seconds, intensity: event.intensity)
    let scale = scale(event.intensity)
    return (response.reading.scaled(by: scale), scale * response.peak)
  }

  mutating func response(isTap: Bool, sharpness: Double, seconds: Double, intensity: Double) -> Response {
    // On an eccentric motor, sharpness sets the length of a transient's pulse, but not the frequency.
    let key = Key(
      frames: isTap ? nil : MotorResponse.rounded(min(seconds, MotorResponse.longest) * MotorRendering.rate),
      sharpness: isLinear || isTap ? Int(saturating: (sharpness * MotorResponse.steps).rounded()) : 0,
      intensity: isLinear ? 0 : Int(saturating: (intensity * MotorResponse.steps).rounded(.down)))
    if let response = known[key] { return response }
    let response = render(key)
    known[key] = response
    return response
  }

  /// Rounds a number of frames, with an error of at most half a frame or a sixty-fourth, whichever is larger.
  private static func rounded(_ frames: Double) -> Int {
    var step = 1.0
    while 64 * step <= frames { step *= 2 }
    return Int(saturating: step * max(1, (frames / step).rounded()))
  }

  private func render(_ key: Key) -> Response {
    let event = Event(
      type: key.frames == nil ? .hapticTransient : .hapticContinuous, time: MotorResponse.start,
      duration: key.frames.map { Double($0) / MotorRendering.rate },
      parameters: [
        EventParameter(.hapticIntensity, isLinear ? 1 : Double(key.intensity) / MotorResponse.steps),
        EventParameter(.hapticSharpness, Double(key.sharpness) / MotorResponse.steps),
      ])
    var meter = meter
    var peaks: [Float] = []
    let perPeak = Int(saturating: settings.sampleRate / 1_000)
    var untilPeak = Int(saturating: MotorResponse.start * settings.sampleRate) + perPeak
    var peak: Float = 0
    var renderer = OfflineRenderer([Pattern(entries: [.event(event)])], settings: settings, signal: .acceleration)
    let factor = key.frames == nil ? Float(tapGain) : 1
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext { samples in
        for sample in samples {
          let sample = sample * factor
          meter.add(Double(sample))
          peak = max(peak, abs(sample))
          untilPeak -= 1
          guard untilPeak <= 0 else { continue }
          peaks.append(peak)
          (untilPeak, peak) = (perPeak, 0)
        }
      }
    }
    meter.finish()
    return Response(reading: meter.strongest ?? FeltMeter.Reading(), peaks: peaks)
  }
}

/// A motor's frequency and lowest felt intensity as functions of sharpness, for one kind and length of event. Agrees
/// with ``FeelReport`` for an event that plays alone.
package struct MotorReach: Sendable {
  /// Sharpness of each element of the other lists.
  package let sharpness: [Double]
  /// `nil` for an eccentric motor, whose frequency depends on the intensity.
  package let hertz: [Double]?
  /// `nil` if not even full intensity is felt.
  package let leastIntensity: [Double?]

  private static let steps = 16
  private static let intensities = 100

  /// - Parameter seconds: length of a continuous event, or `nil` for a transient.
  package init(_ motor: FeelMotor, seconds: Double?) {
    let settings = motor.model
    var judge = FeelJudge(FeelMotor.Variant(settings: settings))
    sharpness = (0...MotorReach.steps).map { Double($0) / Double(MotorReach.steps) }
    hertz = judge.motor.isLinear ? sharpness.map(settings.sharpness.hertz(sharpness:)) : nil
    leastIntensity = sharpness.map { judge.leastIntensity(sharpness: $0, seconds: seconds, of: MotorReach.intensities) }
  }
}

extension FeelJudge {
  /// Returns the lowest felt intensity. Levels never fall as the intensity rises.
  fileprivate mutating func leastIntensity(sharpness: Double, seconds: Double?, of steps: Int) -> Double? {
    let step = (1..<steps + 1).partitioningIndex { step in
      let felt = level(
        isTap: seconds == nil, sharpness: sharpness, seconds: seconds ?? 0, intensity: Double(step) / Double(steps))
      return felt >= FeelVerdict.feltLevel
    }
    return step <= steps ? Double(step) / Double(steps) : nil
  }
}
