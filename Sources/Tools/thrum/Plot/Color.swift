import FoundationEssentials
import Glibc
import ThrumPattern

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
        let digits = String(Int(saturating: (min(max(part, 0), 1) * 255).rounded()), radix: 16)
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
    func step(_ value: Double) -> Int { Int(saturating: (value * 5).rounded()) }
    return 16 + 36 * step(red) + 6 * step(green) + step(blue)
  }
}

private func cube(_ x: Double) -> Double { x * x * x }

private func gamma(_ x: Double) -> Double {
  let clipped = min(1, max(0, x))
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1 / 2.4) - 0.055
}

/// A palette of up to 256 colours.
///
/// Each new entry is the bin (6 bits per channel) with the largest product of frequency and distance from existing
/// entries.
struct ColorTable {
  private(set) var entries: [SIMD3<Float>] = []
  private var indices: [UInt8]

  private struct Bin {
    var number: Int
    var color: SIMD3<Float>
    var weight: Float
    var distance = Float.infinity
    var nearest: UInt8 = 0
  }

  /// Takes pixels in cairo's order: blue, green, red, unused.
  init(_ pixels: UnsafeBufferPointer<UInt8>) {
    var counts = [UInt32](repeating: 0, count: 1 << 18)
    var sums = [SIMD3<UInt64>](repeating: .zero, count: 1 << 18)
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let number = ColorTable.bin(pixels, start)
      counts[number] &+= 1
      sums[number] &+= SIMD3(UInt64(pixels[start + 2]), UInt64(pixels[start + 1]), UInt64(pixels[start]))
    }
    var bins: [Bin] = []
    for (number, count) in counts.enumerated() where count > 0 {
      let color = SIMD3<Float>(sums[number]) / Float(count)
      bins.append(Bin(number: number, color: color, weight: Float(count).squareRoot()))
    }
    indices = [UInt8](repeating: 0, count: 1 << 18)
    choose(&bins)
    for bin in bins { indices[bin.number] = bin.nearest }
  }

  private mutating func choose(_ bins: inout [Bin]) {
    while entries.count < 256 {
      var best: (index: Int, merit: Float) = (-1, 0)
      for (index, bin) in bins.enumerated() {
        let merit = bin.weight * min(bin.distance, 200_000)
        if merit > best.merit { best = (index, merit) }
      }
      guard best.index >= 0 else { return }
      let color = bins[best.index].color
      let entry = UInt8(entries.count)
      entries.append(color)
      for index in bins.indices {
        let difference = bins[index].color - color
        let distance = (difference * difference).sum()
        if distance < bins[index].distance {
          bins[index].distance = distance
          bins[index].nearest = entry
        }
      }
    }
  }

  func index(_ pixels: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt8 {
    indices[ColorTable.bin(pixels, start)]
  }

  private static func bin(_ pixels: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    Int(pixels[start + 2] >> 2) << 12 | Int(pixels[start + 1] >> 2) << 6 | Int(pixels[start] >> 2)
  }
}
