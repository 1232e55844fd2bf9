/// A-weighting (IEC 61672-1): 0 dB at 1 kHz.
package enum EarWeighting {
  package static func gain(atHertz hertz: Double) -> Double {
    let f = hertz * hertz
    let low = (f + 20.6 * 20.6) * ((f + 107.7 * 107.7) * (f + 737.9 * 737.9)).squareRoot()
    return 1.2589 * 12_194 * 12_194 * f * f / (low * (f + 12_194 * 12_194))
  }
}
