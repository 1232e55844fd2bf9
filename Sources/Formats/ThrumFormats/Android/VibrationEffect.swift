import ThrumPattern

/// What Android's `VibrationEffect` plays, as far as apps can make it.
///
/// Sources: `android.os.VibrationEffect` and its builders (developer.android.com), and the parser of vibration XML in AOSP's
/// `frameworks/base/core/java/com/android/internal/vibrator/persistence`.
package enum VibrationEffect: Equatable, Sendable {
  /// Steps of constant strength, at the motor's own frequency: `createWaveform`, API level 26.
  case waveform(Waveform)
  /// Lines of amplitude and frequency: `WaveformEnvelopeBuilder`, API level 36.
  case envelope(Envelope)
  /// Lines of intensity and sharpness: `BasicEnvelopeBuilder`, API level 36.
  case basicEnvelope(BasicEnvelope)
  /// Short effects of the device's own, one after the other: `startComposition`, API level 30; 36 for offsets.
  case primitives([Primitive])
  /// An effect of the device's own: `createPredefined`, API level 29.
  case predefined(Predefined)

  /// Steps, and the index they repeat from.
  package struct Waveform: Equatable, Sendable {
    /// A stretch of constant strength.
    package struct Step: Equatable, Sendable {
      /// Length, ms.
      package var milliseconds: Int
      /// Strength 0…255; `nil` is the device's default.
      package var amplitude: Int?

      /// Makes a step.
      package init(milliseconds: Int, amplitude: Int?) {
        self.milliseconds = milliseconds
        self.amplitude = amplitude
      }
    }

    /// In the order of time; the first begins at 0.
    package var steps: [Step]
    /// The step that follows the last; `nil` ends there.
    package var repeats: Int?

    /// Makes a waveform.
    package init(steps: [Step], repeats: Int? = nil) {
      self.steps = steps
      self.repeats = repeats
    }
  }

  /// Lines from amplitude 0 through points.
  package struct Envelope: Equatable, Sendable {
    /// Where a line ends.
    package struct Point: Equatable, Sendable {
      /// Share of what the motor can do at this frequency, 0…1.
      package var amplitude: Double
      /// Hz.
      package var hertz: Double
      /// The line's length, ms.
      package var milliseconds: Int

      /// Makes a point.
      package init(amplitude: Double, hertz: Double, milliseconds: Int) {
        self.amplitude = amplitude
        self.hertz = hertz
        self.milliseconds = milliseconds
      }
    }

    /// Frequency at the beginning, Hz; `nil` is the first point's.
    package var initialHertz: Double?
    /// In the order of time.
    package var points: [Point]

    /// Makes an envelope.
    package init(initialHertz: Double? = nil, points: [Point]) {
      self.initialHertz = initialHertz
      self.points = points
    }
  }

  /// Lines from intensity 0 through points; the last has intensity 0.
  package struct BasicEnvelope: Equatable, Sendable {
    /// Where a line ends.
    package struct Point: Equatable, Sendable {
      /// Strength as it is felt, 0…1.
      package var intensity: Double
      /// 0…1, spread over the frequencies that the device plays well.
      package var sharpness: Double
      /// The line's length, ms.
      package var milliseconds: Int

      /// Makes a point.
      package init(intensity: Double, sharpness: Double, milliseconds: Int) {
        self.intensity = intensity
        self.sharpness = sharpness
        self.milliseconds = milliseconds
      }
    }

    /// Sharpness at the beginning; `nil` is the first point's.
    package var initialSharpness: Double?
    /// In the order of time.
    package var points: [Point]

    /// Makes an envelope.
    package init(initialSharpness: Double? = nil, points: [Point]) {
      self.initialSharpness = initialSharpness
      self.points = points
    }
  }

  /// One of the device's own short effects.
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

    /// What the delay counts from.
    package enum Delay: String, CaseIterable, Sendable {
      /// The end of the one before.
      case pause
      /// The beginning of the one before.
      case offset = "relative_start_offset"
    }

    /// What plays.
    package var name: Name
    /// Strength, 0…1.
    package var scale: Double
    /// ms.
    package var delay: Int
    /// What the delay counts from.
    package var kind: Delay

    /// Makes a primitive.
    package init(_ name: Name, scale: Double = 1, delay: Int = 0, _ kind: Delay = .pause) {
      self.name = name
      self.scale = scale
      self.delay = delay
      self.kind = kind
    }
  }

  /// `VibrationEffect.EFFECT_…`.
  package enum Predefined: String, CaseIterable, Sendable {
    case tick, click
    case heavyClick = "heavy_click"
    case doubleClick = "double_click"
  }
}

/// Effects that play one after the other, because a single effect cannot hold them all: an effect and the time at which it begins.
package struct VibrationSequence: Equatable, Sendable {
  /// One of them.
  package struct Part: Equatable, Sendable {
    /// ms from the beginning.
    package var start: Int
    /// What plays.
    package var effect: VibrationEffect

    /// Makes a part.
    package init(start: Int, effect: VibrationEffect) {
      self.start = start
      self.effect = effect
    }
  }

  /// In the order of time; all of the same kind.
  package var parts: [Part]

  /// Makes a sequence.
  package init(_ parts: [Part]) { self.parts = parts }
}

extension VibrationEffect {
  /// What kinds there are, as they are called in files and on the command line.
  package enum Kind: String, CaseIterable, Sendable {
    case waveform, envelope
    case basicEnvelope = "basic-envelope"
    case primitives, predefined
  }

  /// Which kind it is.
  package var kind: Kind {
    switch self {
    case .waveform: .waveform
    case .envelope: .envelope
    case .basicEnvelope: .basicEnvelope
    case .primitives: .primitives
    case .predefined: .predefined
    }
  }

  /// The API level of Android that plays it.
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
    }
  }
}
