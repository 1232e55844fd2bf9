/// A value of a motor in the unit of data sheets, and the range in which a motor can be built and computed.
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

  /// What is wrong with it, in a sentence.
  var problem: String? {
    // The conversion to SI units and back may cost the last place.
    let slack = 1e-9
    guard value >= range.lowerBound * (1 - slack), value <= range.upperBound * (1 + slack) else {
      return "the \(name) must lie between \(text(range.lowerBound)) and \(text(range.upperBound))\(unit)"
    }
    return nil
  }

  private func text(_ number: Double) -> String {
    number >= 1 && number < 1e6 ? "\(Int(number))" : "\(number)"
  }
}
