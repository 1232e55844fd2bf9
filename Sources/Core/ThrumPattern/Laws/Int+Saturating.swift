extension Int {
  /// The whole number below or above a number, towards 0; the nearest that there is room for, or 0 for NaN.
  ///
  /// Every number from a file goes through here: `Int(_:)` traps on one that is too large.
  @inline(__always)
  package init(saturating value: Double) {
    // 2⁶², so that sums and differences of two have room, too.
    self = value.isNaN ? 0 : Int(Swift.max(-0x1p62, Swift.min(0x1p62, value)))
  }

  @inline(__always)
  package init(saturating value: Float) { self.init(saturating: Double(value)) }
}
