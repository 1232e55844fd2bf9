import Testing
import ThrumDevice
import ThrumRender

@Suite struct StateUpdateTests {
  @Test func `the phone's matrices at 48 kHz match the golden values`() throws {
    guard case .resonant(let phone) = ActuatorPreset.phone125.model else { return }
    let update = StateUpdate(phone, frameSeconds: 1.0 / 48_000)
    let rows: [[Double]] = [
      [9.998662911077e-01, 2.079313014296e-05, 1.109645793287e-07],
      [-1.282624804821e+01, 9.955174167880e-01, 8.406083428535e-03],
      [1.711213282043e+00, -2.101520857134e-01, 1.875382475449e-01],
    ]
    let before = [6.331598768915e-09, 6.944043476724e-04, 3.713904066482e-02]
    let after = [2.319264681384e-09, 4.152414456144e-04, 6.413044789726e-02]
    for i in 0..<3 {
      let largest = rows[i].map(abs).max() ?? 1
      for j in 0..<3 { #expect(abs(update.transition[i, j] - rows[i][j]) < 1e-10 * largest) }
      #expect(abs(update.inputBefore[i] - before[i]) < 1e-10 * max(before[i], after[i]))
      #expect(abs(update.inputAfter[i] - after[i]) < 1e-10 * max(before[i], after[i]))
    }
  }
}
