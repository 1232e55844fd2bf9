import ThrumDevice

/// Kernel of a finite low-pass: sin(2π·edge·d)/(π·d) with a Kaiser window.
///
/// Source: J. F. Kaiser, Nonrecursive digital filter design using the I₀-sinh window function, 1974.
///
/// - Parameters:
///   - distance: Frames from the middle; the result is 0 at `reach` and beyond.
///   - edge: −6 dB point as a fraction of the sample rate.
///   - reach: Half the length in frames.
///   - beta: Shape of the window: 5 for −55 dB, 10 for −100 dB.
func windowedSinc(_ distance: Double, edge: Double, reach: Double, beta: Double) -> Double {
  let share = distance / reach
  guard share * share < 1 else { return 0 }
  let ideal = distance == 0 ? 2 * edge : sineOfTurns(edge * distance) / (.pi * distance)
  return ideal * bessel(beta * squareRoot(1 - share * share)) / bessel(beta)
}

/// Modified Bessel function of the first kind, order 0.
private func bessel(_ x: Double) -> Double {
  var (sum, term, k) = (1.0, 1.0, 1.0)
  while term > 1e-12 * sum {
    term *= (0.25 * x * x) / (k * k)
    sum += term
    k += 1
  }
  return sum
}
