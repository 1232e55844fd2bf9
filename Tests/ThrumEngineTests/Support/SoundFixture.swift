import Foundation
import ThrumEngine
import ThrumPattern

/// A mono WAV file of silence in a folder of its own, which goes with it.
final class SoundFixture: Sendable {
  let path: String
  private let folder: URL

  /// 16 bits, 48 kHz: a second is 192 000 bytes once decoded to floats.
  init(seconds: Double, name: String = "sound.wav") throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    path = file.path
    let bytes = Int(seconds * 48_000) * 2
    var data = Data()
    func text(_ text: String) { data.append(contentsOf: text.utf8) }
    func number(_ value: Int, _ size: Int) {
      for byte in 0..<size { data.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    text("RIFF")
    number(36 + bytes, 4)
    text("WAVEfmt ")
    number(16, 4)
    number(1, 2)
    number(1, 2)
    number(48_000, 4)
    number(96_000, 4)
    number(2, 2)
    number(16, 2)
    text("data")
    number(bytes, 4)
    data.append(Data(count: bytes))
    try data.write(to: file)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// An event that plays a registered sound.
  static func event(_ id: Int, duration: Double? = nil) -> Event {
    var event = Event(type: .audioCustom, time: 0, duration: duration)
    event.resourceID = id
    return event
  }
}
