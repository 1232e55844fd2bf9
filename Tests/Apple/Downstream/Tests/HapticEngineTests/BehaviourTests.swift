import CoreHaptics
import Foundation
import Testing
import ThrumTesting

/// Behaviour that apps rely on, and that once failed silently.
@Suite(.haptics()) struct BehaviourTests {
  private let phone = HapticEnvironment.current
  private let folder = FileManager.default.temporaryDirectory

  private func wav(_ samples: [Int16]) throws -> URL {
    var data = Data("RIFF".utf8)
    func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
    }
    add(UInt32(36 + 2 * samples.count))
    data.append(Data("WAVEfmt ".utf8))
    for number in [16, 0x0001_0001, 48_000, 96_000, 0x0010_0002] as [UInt32] { add(number) }
    data.append(Data("data".utf8))
    add(UInt32(2 * samples.count))
    for sample in samples { add(sample) }
    let file = folder.appendingPathComponent("\(UUID().uuidString).wav")
    try data.write(to: file)
    return file
  }

  @Test func `an uncompressed sound plays without a decoder`() async throws {
    let file = try wav((0..<24_000).map { $0 % 480 < 240 ? 16_000 : -16_000 })
    let engine = try CHHapticEngine()
    try await engine.start()
    let id = try engine.registerAudioResource(file)
    let event = CHHapticEvent(audioResourceID: id, parameters: [], relativeTime: 0)
    try engine.makePlayer(with: CHHapticPattern(events: [event], parameters: [])).start(atTime: 0)
    await phone.advance(by: 1)
    expectLevel(-20...0, from: 0.1, to: 0.4)
    expectLevel(-300 ... -80, from: 0.7, to: 0.9)
  }

  @Test func `a file that is not a sound is rejected`() throws {
    let engine = try CHHapticEngine()
    let empty = folder.appendingPathComponent("\(UUID().uuidString).caf")
    try Data().write(to: empty)
    for file in ["/etc/passwd", "/tmp", empty.path] {
      let error = #expect(throws: CHHapticError.self) { try engine.registerAudioResource(URL(fileURLWithPath: file)) }
      #expect(error?.code == .invalidAudioResource)
    }
    expectError(.invalidAudioResource, times: 3)
  }

  @Test func `an exported dictionary supports the casts that apps use`() throws {
    let tap = CHHapticEvent(
      eventType: .hapticTransient, parameters: [.init(parameterID: .hapticSharpness, value: 0.5)], relativeTime: 0.25)
    let dictionary = try CHHapticPattern(events: [tap], parameters: []).exportDictionary()
    let entries = dictionary[.pattern] as! [[CHHapticPattern.Key: Any]]
    let event = entries[0][.event] as! [CHHapticPattern.Key: Any]
    #expect(event[.eventType] as! CHHapticEvent.EventType == .hapticTransient)
    #expect(event[.eventType] as? String == "HapticTransient")
    #expect(event[.time] as? Double == 0.25 && event[.time] as? NSNumber == 0.25)
    #expect(event[.eventDuration] as? TimeInterval != nil)
    let parameter = (event[.eventParameters] as! [[CHHapticPattern.Key: Any]])[0]
    #expect(parameter[.parameterID] as! CHHapticEvent.ParameterID == .hapticSharpness)
  }

  @Test func `every call that throws appears in the timeline`() async throws {
    let engine = try CHHapticEngine()
    #expect(throws: (any Error).self) { try engine.playPattern(from: folder.appendingPathComponent("none.ahap")) }
    #expect(throws: (any Error).self) { try CHHapticPattern(dictionary: [:]) }
    phone.apply(.fail(.stop, code: .serverInterrupted, times: 1))
    try await engine.start()
    await #expect(throws: (any Error).self) { try await engine.stop() }
    expectError(.fileNotFound, times: 1)
    expectError(.invalidPatternDictionary, times: 1)
    expectError(.serverInterrupted, times: 1)
  }

  @Test func `a continuous event without a duration survives a round trip through a dictionary`() throws {
    let hum = CHHapticEvent(eventType: .hapticContinuous, parameters: [], relativeTime: 0)
    let pattern = try CHHapticPattern(events: [hum], parameters: [])
    let again = try CHHapticPattern(dictionary: pattern.exportDictionary())
    #expect(again.duration == pattern.duration)
  }
}
