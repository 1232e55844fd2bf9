import ThrumDevice
import ThrumPattern

/// Exact step of a ``ResonantActuator`` over one frame, for a drive that is linear between frames (first-order hold):
/// z' = Ad z + B0 u + B1 u', z = (displacement m, velocity m/s, current A), u in V.
///
/// Source: matrix exponential of the augmented system (Van Loan), as in `scipy.signal.cont2discrete(method='foh')`.
package struct StateUpdate: Equatable, Sendable {
  /// 3×3, with a dimensionless diagonal.
  package let transition: SquareMatrix
  /// B0.
  package let inputBefore: [Double]
  /// B1.
  package let inputAfter: [Double]
  /// Row that maps the state to the mass's acceleration, m/s².
  package let output: [Double]

  package init(_ actuator: ResonantActuator, frameSeconds: Double) {
    let m = actuator.movingMass
    let w = actuator.angularResonance
    let row1 = [-actuator.stiffness / m, -actuator.damping / m, actuator.forceFactor / m]
    let row2 = [
      0, -actuator.forceFactor / actuator.inductance, -actuator.resistance / actuator.inductance,
    ]
    let a = [[0, 1, 0], row1, row2]
    let b = [0, 0, 1 / actuator.inductance]
    // States of similar size keep the matrix norm, and thus the series' error, small.
    let scale = [w, 1, actuator.forceFactor / (m * w)]
    var augmented = SquareMatrix(size: 5)
    for i in 0..<3 {
      for j in 0..<3 { augmented[i, j] = a[i][j] * scale[i] / scale[j] * frameSeconds }
      augmented[i, 3] = b[i] * scale[i] * frameSeconds
    }
    augmented[3, 4] = 1
    let exponential = augmented.exponential()
    var transition = SquareMatrix(size: 3)
    var before = [Double]()
    var after = [Double]()
    for i in 0..<3 {
      for j in 0..<3 { transition[i, j] = exponential[i, j] * scale[j] / scale[i] }
      before.append((exponential[i, 3] - exponential[i, 4]) / scale[i])
      after.append(exponential[i, 4] / scale[i])
    }
    self.transition = transition
    inputBefore = before
    inputAfter = after
    output = row1
  }

  package func step(_ state: [Double], from before: Double, to after: Double) -> [Double] {
    (0..<3).map { i in
      (0..<3).reduce(inputBefore[i] * before + inputAfter[i] * after) { $0 + transition[i, $1] * state[$1] }
    }
  }
}
