import CRealtime

/// √x, correctly rounded.
///
/// - Real-time: yes.
@_noLocks
func squareRoot(_ x: Double) -> Double { thrum_square_root(x) }
