import FoundationEssentials
import Glibc

/// An sRGB colour with components 0…1.
struct Color: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  init(_ hex: UInt32, alpha: Double = 1) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
    self.alpha = alpha
  }

  /// Converts OKLCH: lightness 0…1, chroma, hue in degrees. Clips out-of-gamut components.
  ///
  /// Source: Björn Ottosson, “A perceptual color space for image processing”, 2020.
  init(lightness: Double, chroma: Double, hue: Double) {
    let a = chroma * cos(hue * .pi / 180)
    let b = chroma * sin(hue * .pi / 180)
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    red = gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
    green = gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
    blue = gamma(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }

  /// `#rrggbb`, without opacity.
  var hex: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(Int((min(max(part, 0), 1) * 255).rounded()), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }

  func with(alpha: Double) -> Color {
    var copy = self
    copy.alpha = alpha
    return copy
  }

  func over(_ ground: Color, _ opacity: Double) -> Color {
    var copy = self
    copy.red = red * opacity + ground.red * (1 - opacity)
    copy.green = green * opacity + ground.green * (1 - opacity)
    copy.blue = blue * opacity + ground.blue * (1 - opacity)
    return copy
  }

  /// Nearest colour in xterm's 6×6×6 cube.
  var terminalIndex: Int {
    func step(_ value: Double) -> Int { Int((value * 5).rounded()) }
    return 16 + 36 * step(red) + 6 * step(green) + step(blue)
  }
}

private func cube(_ x: Double) -> Double { x * x * x }

private func gamma(_ x: Double) -> Double {
  let clipped = min(1, max(0, x))
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055
}
