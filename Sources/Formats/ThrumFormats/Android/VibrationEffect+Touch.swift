import ThrumPattern

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
