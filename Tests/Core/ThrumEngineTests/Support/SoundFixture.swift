import Foundation
import ThrumEngine
import ThrumPattern

/// A mono WAV file in its own temporary folder, deleted with it: a 100 Hz square wave, silent by default.
final class SoundFixture: Sendable {
  let path: String
  private let folder: URL

  enum Coding { case linear16, muLaw }

  /// 48 kHz: a second is 192 000 bytes once decoded to floats.
  init(seconds: Double, name: String = "sound.wav", amplitude: Double = 0, coding: Coding = .linear16) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("thrum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    path = file.path
    let frames = Int(seconds * 48_000)
    let width = coding == .linear16 ? 2 : 1
    let bytes = frames * width
    var data = Data()
    func text(_ text: String) { data.append(contentsOf: text.utf8) }
    func number(_ value: Int, _ size: Int) {
      for byte in 0..<size { data.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
    }
    text("RIFF")
    number(36 + bytes, 4)
    text("WAVEfmt ")
    number(16, 4)
    number(coding == .linear16 ? 1 : 7, 2)
    number(1, 2)
    number(48_000, 4)
    number(48_000 * width, 4)
    number(width, 2)
    number(8 * width, 2)
    text("data")
    number(bytes, 4)
    for frame in 0..<frames {
      number(coding == .muLaw ? 0xFF : Int(amplitude * (frame % 480 < 240 ? 32_767 : -32_767)), width)
    }
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
