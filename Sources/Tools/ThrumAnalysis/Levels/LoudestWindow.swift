/// RMS of the loudest window of two channels. The window moves by an eighth of its length.
struct LoudestWindow {
  private let step: Int
  private var energies = [Double](repeating: 0, count: 8)
  private var next = 0
  private var frames = 0
  private var most = 0.0

  init(frames: Int) { step = max(1, frames / 8) }

  mutating func add(_ left: Double, _ right: Double) {
    energies[next] += (left * left + right * right) / 2
    frames += 1
    guard frames == step else { return }
    most = max(most, energies.reduce(0, +))
    next = (next + 1) % energies.count
    energies[next] = 0
    frames = 0
  }

  var rms: Double { (max(most, energies.reduce(0, +)) / Double(8 * step)).squareRoot() }
}
