import ThrumPattern

/// An Android vibration effect.
///
/// Sources: `android.os.VibrationEffect` and its builders (developer.android.com), and AOSP's vibration XML parser in
/// `frameworks/base/core/java/com/android/internal/vibrator/persistence`.
package enum VibrationEffect: Equatable, Sendable {
  /// Steps of constant amplitude at the actuator's own frequency: `createWaveform`, API level 26.
  case waveform(Waveform)
  /// Linear segments of amplitude and frequency: `WaveformEnvelopeBuilder`, API level 36.
  case envelope(Envelope)
  /// Linear segments of intensity and sharpness: `BasicEnvelopeBuilder`, API level 36.
  case basicEnvelope(BasicEnvelope)
  /// The device's primitives: `startComposition`, API level 30, or 36 for offsets.
  case primitives([Primitive])
  /// A built-in effect: `createPredefined`, API level 29.
  case predefined(Predefined)
  /// Non-overlapping presets and envelopes: `VibrationEffect.Builder`, API level 37.2.
  case timeline([Element])

  package struct Element: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      /// `VibrationEffect.Preset.PRESET_…`: a click, a tick or a low tick. `scale` is 0…1.
      case preset(Primitive.Name, scale: Double)
      case envelope(BasicEnvelope)
    }

    /// Milliseconds from the start of the effect.
    package var start: Int
    package var content: Content

    package init(start: Int, _ content: Content) {
      self.start = start
      self.content = content
    }
  }

  package struct Waveform: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
      package var milliseconds: Int
      /// 0…255, or `nil` for the device's default.
      package var amplitude: Int?

      package init(milliseconds: Int, amplitude: Int?) {
        self.milliseconds = milliseconds
        self.amplitude = amplitude
      }
    }

    /// In chronological order, without gaps.
    package var steps: [Step]
    /// Step to repeat from, or `nil` to stop at the end.
    package var repeats: Int?

    package init(steps: [Step], repeats: Int? = nil) {
      self.steps = steps
      self.repeats = repeats
    }
  }

  /// Segments joining points in time order, starting at amplitude 0.
  package struct Envelope: Equatable, Sendable {
    package struct Point: Equatable, Sendable {
      /// Fraction of the actuator's maximum at this frequency, 0…1.
      package var amplitude: Double
      package var hertz: Double
      /// Length of the segment that ends here.
      package var milliseconds: Int

      package init(amplitude: Double, hertz: Double, milliseconds: Int) {
        self.amplitude = amplitude
        self.hertz = hertz
        self.milliseconds = milliseconds
      }
    }

    /// Frequency at the start, or `nil` to use the first point's frequency.
    package var initialHertz: Double?
    package var points: [Point]

    package init(initialHertz: Double? = nil, points: [Point]) {
      self.initialHertz = initialHertz
      self.points = points
    }
  }

  /// Segments joining points in time order, starting and ending at intensity 0.
  package struct BasicEnvelope: Equatable, Sendable {
    package struct Point: Equatable, Sendable {
      /// Perceived strength, 0…1.
      package var intensity: Double
      /// 0…1 across the device's frequency range.
      package var sharpness: Double
      /// Length of the segment that ends here.
      package var milliseconds: Int

      package init(intensity: Double, sharpness: Double, milliseconds: Int) {
        self.intensity = intensity
        self.sharpness = sharpness
        self.milliseconds = milliseconds
      }
    }

    /// Sharpness at the start, or `nil` to use the first point's sharpness.
    package var initialSharpness: Double?
    package var points: [Point]

    package init(initialSharpness: Double? = nil, points: [Point]) {
      self.initialSharpness = initialSharpness
      self.points = points
    }
  }

  package struct Primitive: Equatable, Sendable {
    /// `VibrationEffect.Composition.PRIMITIVE_…`.
    package enum Name: String, CaseIterable, Sendable {
      case click, thud, spin
      case quickRise = "quick_rise"
      case slowRise = "slow_rise"
      case quickFall = "quick_fall"
      case tick
      case lowTick = "low_tick"
    }

    package enum Delay: String, CaseIterable, Sendable {
      /// The end of the previous primitive.
      case pause
      /// The start of the previous primitive.
      case offset = "relative_start_offset"
    }

    package var name: Name
    /// 0…1.
    package var scale: Double
    /// In milliseconds.
    package var delay: Int
    package var kind: Delay

    package init(_ name: Name, scale: Double = 1, delay: Int = 0, _ kind: Delay = .pause) {
      self.name = name
      self.scale = scale
      self.delay = delay
      self.kind = kind
    }
  }

  package enum Predefined: String, CaseIterable, Sendable {
    case tick, click
    case heavyClick = "heavy_click"
    case doubleClick = "double_click"
  }
}

extension VibrationEffect {
  package enum Kind: String, CaseIterable, Sendable {
    case waveform, envelope
    case basicEnvelope = "basic-envelope"
    case primitives, predefined, timeline
  }

  package var kind: Kind {
    switch self {
    case .waveform: .waveform
    case .envelope: .envelope
    case .basicEnvelope: .basicEnvelope
    case .primitives: .primitives
    case .predefined: .predefined
    case .timeline: .timeline
    }
  }

  /// API level; for timelines, which need 37.2, only the major number, 37.
  package var apiLevel: Int {
    switch self {
    case .waveform: 26
    case .envelope, .basicEnvelope: 36
    case .primitives(let primitives):
      if primitives.contains(where: { $0.kind == .offset }) {
        36
      } else if primitives.contains(where: { [.lowTick, .spin, .thud].contains($0.name) }) {
        31
      } else {
        30
      }
    case .predefined: 29
    case .timeline: 37
    }
  }
}

extension VibrationEffect {
  static let presets: [Primitive.Name] = [.click, .tick, .lowTick]

  package var apiVersion: String { kind == .timeline ? "37.2" : "\(apiLevel)" }
}

extension ClosedRange<Double> {
  var words: String {
    func shown(_ bound: Double) -> String { bound == bound.rounded() ? "\(Int(bound))" : "\(bound)" }
    return "from \(shown(lowerBound)) to \(shown(upperBound))"
  }
}

extension VibrationEffect.Primitive.Name {
  /// An approximation based on Android's documentation. Real lengths depend on the device.
  var touch: Touch {
    switch self {
    case .click: Touch(sharpness: 0.5)
    case .tick: Touch(sharpness: 0.8, strength: 0.5)
    case .lowTick: Touch(sharpness: 0.2, strength: 0.5)
    case .thud: Touch(sharpness: 0.1, line: [(0, 1), (0.06, 0.6), (0.3, 0)])
    case .spin: Touch(sharpness: 0.3, line: [(0, 0), (0.075, 0.8), (0.15, 0)])
    case .quickRise: Touch(sharpness: 0.5, line: [(0, 0), (0.15, 1)])
    case .slowRise: Touch(sharpness: 0.4, line: [(0, 0), (0.5, 1)])
    case .quickFall: Touch(sharpness: 0.5, line: [(0, 1), (0.1, 0)])
    }
  }

  /// Returns a click for a strong transient, otherwise a tick for a crisp one or a low tick for a round one.
  package static func tap(intensity: Double, sharpness: Double) -> Self {
    intensity > 0.5 ? .click : sharpness >= 0.5 ? .tick : .lowTick
  }

  /// Strength (0…1) of the primitive's pulse at scale 1.
  package var strength: Double { touch.strength }

  /// A pulse, or a piecewise-linear amplitude.
  struct Touch {
    var sharpness: Double
    var strength = 1.0
    /// Times in s. Empty for a pulse.
    var line: [(time: Double, amplitude: Double)] = []

    var duration: Double { line.last?.time ?? Double(VibrationLimits.tapMilliseconds(sharpness: sharpness)) / 1000 }
  }
}

extension VibrationEffect.Predefined {
  var pulses: [(time: Double, strength: Double, sharpness: Double)] {
    switch self {
    case .tick: [(0, 0.5, 0.8)]
    case .click: [(0, 0.8, 0.5)]
    case .heavyClick: [(0, 1, 0.3)]
    case .doubleClick: [(0, 0.8, 0.5), (0.13, 0.8, 0.5)]
    }
  }
}
