/// Finds the maximum of a function with one peak, by golden-section search.
func highest(of function: (Double) -> Double, within range: ClosedRange<Double>, steps: Int) -> Double {
  var (low, high) = (range.lowerBound, range.upperBound)
  for _ in 0..<steps {
    let (a, b) = (low + 0.382 * (high - low), low + 0.618 * (high - low))
    if function(a) > function(b) { high = b } else { low = a }
  }
  return (low + high) / 2
}
