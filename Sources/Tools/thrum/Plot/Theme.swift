struct Theme {
  let isDark: Bool
  let ground: Color
  let panel: Color
  let grid: Color
  let frame: Color
  let ink: Color
  let muted: Color
  let control: Color
  let audio: Color
  let wave: Color

  static let light = Theme(
    isDark: false, ground: Color(0xFFFFFF), panel: Color(0xF6F7F9), grid: Color(0xE3E4E9),
    frame: Color(0xC4C6CE),
    ink: Color(0x1D2026), muted: Color(0x545963), control: Color(0x1D2026), audio: Color(0x1F6D63),
    wave: Color(0x3C5A78))

  static let dark = Theme(
    isDark: true, ground: Color(0x14161B), panel: Color(0x1A1D24), grid: Color(0x2C303A),
    frame: Color(0x464B58),
    ink: Color(0xECEEF2), muted: Color(0xAEB4C0), control: Color(0xECEEF2), audio: Color(0x62C2B3),
    wave: Color(0x8FB4D9))

  /// Deep blue is round, yellow is crisp. Lightness rises monotonically, so the order is visible without colour.
  func sharpness(_ value: Double) -> Color {
    let stops = isDark ? Theme.darkStops : Theme.lightStops
    let position = min(1, max(0, value)) * Double(stops.count - 1)
    let index = min(stops.count - 2, Int(position))
    let part = position - Double(index)
    let (a, b) = (stops[index], stops[index + 1])
    return Color(
      lightness: a.0 + (b.0 - a.0) * part, chroma: a.1 + (b.1 - a.1) * part, hue: a.2 + (b.2 - a.2) * part)
  }

  static let lightStops: [(Double, Double, Double)] = [
    (0.38, 0.17, 264), (0.48, 0.19, 300), (0.58, 0.20, 350), (0.67, 0.18, 395), (0.77, 0.16, 433),
  ]
  static let darkStops: [(Double, Double, Double)] = [
    (0.55, 0.18, 262), (0.62, 0.19, 300), (0.69, 0.18, 350), (0.77, 0.15, 400), (0.88, 0.16, 453),
  ]
}
