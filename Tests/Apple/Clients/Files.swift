// A list of AHAP files in the app's bundle, played by name, through a player or directly.
import CoreHaptics

// `import CoreHaptics` alone, because it re-exports Foundation.

class FileSampler {
  private static let names = ["Boing", "Gravel", "Inflate", "Heartbeats"]
  var engine: CHHapticEngine?
  private var patterns: [String: CHHapticPattern] = [:]
  static let supported: Bool = CHHapticEngine.capabilitiesForHardware().supportsHaptics

  func play(named fileName: String) {
    guard FileSampler.supported else { return }
    guard let path = Bundle.main.path(forResource: fileName, ofType: "ahap") else { return }
    do {
      try engine?.start()
      try engine?.playPattern(from: URL(fileURLWithPath: path))
    } catch {
      print("An error occured playing \(fileName): \(error).")
    }
  }

  func play(url: URL) throws {
    let data = try Data(contentsOf: url, options: .mappedIfSafe)
    try engine?.playPattern(from: data)
  }

  func preload() {
    for name in Self.names {
      guard let url = Bundle.main.url(forResource: name, withExtension: "ahap") else { continue }
      if #available(iOS 16.0, macOS 13.0, tvOS 16.0, *) {
        patterns[name] = try? CHHapticPattern(contentsOf: url)
      } else if let data = try? Data(contentsOf: url),
        let json = try? JSONSerialization.jsonObject(with: data) as? [CHHapticPattern.Key: Any]
      {
        patterns[name] = try? CHHapticPattern(dictionary: json)
      }
    }
  }

  func playAll(spacing: TimeInterval) {
    guard let engine = engine, let start = Optional(engine.currentTime) else { return }
    for (index, pattern) in patterns.values.sorted(by: { $0.duration < $1.duration }).enumerated() {
      let player = try? engine.makePlayer(with: pattern)
      try? player?.start(atTime: start + TimeInterval(index) * spacing)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + spacing) { print("done") }
  }
}
