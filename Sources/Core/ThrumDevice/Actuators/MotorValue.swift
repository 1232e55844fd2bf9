struct MotorValue {
  let name: String
  let value: Double
  let range: ClosedRange<Double>
  let unit: String

  init(_ name: String, _ value: Double, _ range: ClosedRange<Double>, _ unit: String = "") {
    self.name = name
    self.value = value
    self.range = range
    self.unit = unit.isEmpty ? "" : " " + unit
  }

  var problem: String? {
    // Unit conversions may change the last digit.
    let slack = 1e-9
    guard value >= range.lowerBound * (1 - slack), value <= range.upperBound * (1 + slack) else {
      return "the \(name) must be between \(text(range.lowerBound)) and \(text(range.upperBound))\(unit)"
    }
    return nil
  }

  private func text(_ number: Double) -> String {
    number >= 1 && number < 1e6 ? "\(Int(number))" : "\(number)"
  }
}
