import CoreHaptics
import Foundation

/// A list of patterns from files or memory, played by name.
final class Sampler {
  enum Sample {
    case file(URL)
    case dictionary([CHHapticPattern.Key: Any])
  }

  private(set) var samples: [(name: String, sample: Sample)] = []
  /// Message to show when a pattern could not be played.
  private(set) var message: String?
  private let engine: CHHapticEngine?

  init() { engine = try? CHHapticEngine() }

  var names: [String] { samples.map(\.name) }

  /// Adds every AHAP file of a folder, sorted by name.
  func addFiles(in folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) where file.pathExtension == "ahap" {
      samples.append((file.deletingPathExtension().lastPathComponent, .file(file)))
    }
  }

  func add(_ name: String, _ dictionary: [CHHapticPattern.Key: Any]) {
    samples.append((name, .dictionary(dictionary)))
  }

  func play(_ name: String) {
    guard let sample = samples.first(where: { $0.name == name })?.sample else {
      message = "there is no \(name)"
      return
    }
    do {
      // Starting a running engine costs nothing, and it may have stopped since the last call.
      try engine?.start()
      switch sample {
      case .file(let url): try engine?.playPattern(from: url)
      case .dictionary(let dictionary):
        try engine?.playPattern(from: JSONSerialization.data(withJSONObject: dictionary))
      }
      message = nil
    } catch let error as CHHapticError where error.code == .fileNotFound {
      message = "\(name) is gone"
    } catch {
      message = "\(name) cannot be played: \((error as NSError).code)"
    }
  }
}
