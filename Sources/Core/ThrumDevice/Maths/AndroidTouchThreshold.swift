import ThrumPattern

/// Weakest acceleration that a hand feels, according to the Android Open Source Project.
///
/// The threshold is flat to within 2.2 dB from 50 to 230 Hz.
public enum AndroidTouchThreshold {
  private static let table = FrequencyTable([
    (10, -48.90), (20, -40.36), (40, -32.81), (65, -31.68), (80, -31.77), (100, -31.90), (150, -31.35), (175, -31.07),
    (200, -30.86), (230, -29.76), (250, -28.98), (300, -26.81), (400, -19.81),
  ])

  /// Threshold, dB re 1 g peak, constant below 10 Hz and above 400 Hz.
  public static func decibels(atHertz hertz: Double) -> Double { table.decibels(atHertz: hertz) }
}
