import CRealtime

/// √x, correctly rounded.
@_noLocks
func squareRoot(_ x: Double) -> Double { thrum_square_root(x) }
