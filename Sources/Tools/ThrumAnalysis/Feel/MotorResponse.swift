import ThrumDevice
import ThrumEngine
import ThrumPattern

/// How a motor responds to single events: rendered once per kind, sharpness, length and, for motors that are not
/// linear, intensity.
struct MotorResponse {
  /// A rendered event.
  struct Response {
    let reading: FeltMeter.Reading
    /// Magnitude's maximum in each millisecond from the event's start, g.
    let peaks: [Float]
    let peak: Double

    /// Largest peak from a time on, s; what is left of a ring.
    func remaining(after seconds: Double) -> Double {
      let first = max(0, Int(seconds * 1_000))
      return first < peaks.count ? Double(peaks[first...].max() ?? 0) : 0
    }
  }

  private struct Key: Hashable {
    let isTap: Bool
    let sharpness: Int
    /// Length in steps of 5 ms.
    let length: Int
    let intensity: Int
  }

  let isLinear: Bool
  private let settings: RenderSettings
  private var known: [Key: Response] = [:]

  /// Steps of sharpness and, for an eccentric motor, intensity.
  private static let steps = 32.0
  /// A longer event does not feel stronger, s.
  static let longest = 0.6
  private static let start = 0.2

  init(_ settings: RenderSettings) {
    var settings = settings
    settings.sampleRate = 16_000
    self.settings = settings
    if case .resonant = settings.effectiveActuator.model { isLinear = true } else { isLinear = false }
  }

  /// The amplitude of a linear motor at an intensity, relative to the response.
  func scale(_ intensity: Double) -> Double {
    isLinear ? settings.intensityLaw.amplitude(intensity) : intensity > 0 ? 1 : 0
  }

  mutating func response(isTap: Bool, sharpness: Double, seconds: Double, intensity: Double) -> Response {
    let key = Key(
      isTap: isTap, sharpness: Int((sharpness * MotorResponse.steps).rounded()),
      length: isTap ? 0 : max(1, Int((min(seconds, MotorResponse.longest) * 200).rounded())),
      intensity: isLinear ? 0 : Int((intensity * MotorResponse.steps).rounded(.down)))
    if let response = known[key] { return response }
    let response = render(key)
    known[key] = response
    return response
  }

  private func render(_ key: Key) -> Response {
    let event = Event(
      type: key.isTap ? .hapticTransient : .hapticContinuous, time: MotorResponse.start,
      duration: key.isTap ? nil : Double(key.length) / 200,
      parameters: [
        EventParameter(.hapticIntensity, isLinear ? 1 : Double(key.intensity) / MotorResponse.steps),
        EventParameter(.hapticSharpness, Double(key.sharpness) / MotorResponse.steps),
      ])
    var meter = FeltMeter(sampleRate: settings.sampleRate)
    var peaks: [Float] = []
    var frame = -Int(MotorResponse.start * settings.sampleRate)
    let perPeak = Int(settings.sampleRate / 1_000)
    var renderer = OfflineRenderer([Pattern(entries: [.event(event)])], settings: settings, signal: .acceleration)
    var isOver = false
    while !isOver {
      isOver = !renderer.renderNext { samples in
        for sample in samples {
          meter.add(Double(sample))
          if frame >= 0 {
            if frame / perPeak == peaks.count { peaks.append(0) }
            peaks[frame / perPeak] = max(peaks[frame / perPeak], abs(sample))
          }
          frame += 1
        }
      }
    }
    meter.finish()
    return Response(
      reading: meter.strongest ?? FeltMeter.Reading(), peaks: peaks, peak: Double(peaks.max() ?? 0))
  }
}
