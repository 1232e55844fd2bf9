import Foundation
import Synchronization
import Testing
import ThrumEngine
import ThrumOffline
import ThrumPattern

@testable import ThrumAnswers
@testable import ThrumStudio

/// Samples in blocks.
@Suite struct TakeTests {
  /// Three seconds, with a tone that is heard on one side.
  private static let text = """
    {"Pattern":[{"Event":{"EventType":"HapticContinuous","Time":0.1,"EventDuration":2.2}},
    {"Event":{"EventType":"HapticTransient","Time":2.9}},
    {"Event":{"EventType":"AudioContinuous","Time":1.6,"EventDuration":0.2,
    "EventParameters":[{"ParameterID":"AudioPan","ParameterValue":0.8}]}}]}
    """

  private func rendered(_ text: String) throws -> [Float] {
    let compiled = StudioPattern(text, path: "", folder: nil).compile(sampleRate: 48_000)
    var renderer = OfflineRenderer([try #require(compiled).schedule], settings: SoundSettings().render)
    var samples: [Float] = []
    while renderer.renderNext({ samples += $0 }) {}
    return samples
  }

  private func take(mostBytes: Int = 1 << 30) throws -> Take {
    let settings = SoundSettings().render
    let compiled = StudioPattern(Self.text, path: "", folder: nil).compile(sampleRate: settings.sampleRate)
    nonisolated(unsafe) let schedule = try #require(compiled).schedule
    return Take(id: "1", settings: settings, budget: Take.Budget(most: mostBytes)) {
      OfflineRenderer([schedule], settings: settings)
    }
  }

  /// The interleaved samples of a block, as the page reads it.
  private func samples(_ block: [UInt8]) -> [Float] {
    let channels = Int(block[0])
    let values = block.dropFirst(Take.Block.headBytes).withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
    }
    let frames = values.count / channels
    return (0..<frames).flatMap { [values[$0], values[$0 + (channels - 1) * frames]] }
  }

  /// Size of a full block with one channel.
  private let blockBytes = Take.Block.headBytes + 4 * Take.blockFrames

  @Test(arguments: [[0, 1, 2, 3, 4, 5, 6], [6, 2, 4, 0, 1, 5, 3], [3, 3, 0, 6, 6, 5, 1, 2, 4]])
  func `blocks requested in any order match the renderer's samples`(_ order: [Int]) throws {
    for most in [1 << 30, 200_000] {
      let take = try take(mostBytes: most)
      var blocks: [Int: [Float]] = [:]
      for index in order {
        if let block = take.block(index, Work<Never>.endless) { blocks[index] = samples(block.bytes) }
        #expect(take.size <= most)
      }
      let all = (0..<7).flatMap { blocks[$0] ?? [] }
      #expect(try all == rendered(Self.text))
    }
  }

  @Test func `a block beyond the first hour is refused, however long the pattern is`() throws {
    let rig = try StudioRig()
    _ = rig.ask("POST", "/api/ask/take", json: ["text": Self.text])
    for index in [1_564_878_048, Take.most] {
      #expect(rig.ask("POST", "/api/ask/block", json: ["take": "1", "index": index]).status == 400)
    }
  }

  @Test func `a block is mono if both channels are equal, and the last block is marked as the last`() throws {
    let take = try take()
    let blocks = (0..<7).compactMap { take.block($0, Work<Never>.endless) }
    #expect(blocks.map { $0.bytes[0] }.first == 1 && blocks.map { $0.bytes[0] }.contains(2))
    let marks = blocks.indices.map { $0 == blocks.count - 1 }
    #expect(blocks.map(\.isLast) == marks && blocks.map { $0.bytes[4] == 1 } == marks)
    #expect(take.block(blocks.count, Work<Never>.endless) == nil)
  }

  @Test func `all takes together stay within the budget while blocks are rendered, and each can still be played`()
    throws
  {
    let most = 600_000
    let takes = Renderings(mostBytes: most) {}
    let long =
      #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","Time":0,"EventDuration":20}},"#
      + #"{"Event":{"EventType":"HapticTransient","Time":30}}]}"#
    let pattern = StudioPattern(long, path: "", folder: nil)
    let made = try (0..<4).map { gain in
      try #require(
        takes.rendered(
          long, pattern, SoundSettings(actuator: nil, gain: Double(-gain), motor: StudioMotors().lookup))
      ).take
    }
    // A request may be for the last block: rendering all others must not exceed the budget on the way.
    let largest = Mutex(0)
    let work = Work<StudioError> { _ in
      largest.withLock { $0 = max($0, made.reduce(0) { $0 + $1.size }) }
    }
    for index in [59, 3, 59, 30] {
      for take in made {
        let known = try #require(takes.take(take.id))
        #expect(try known.block(index, work)?.bytes.isEmpty == false)
        #expect(made.reduce(0) { $0 + $1.size } <= most + made.count * blockBytes)
      }
    }
    #expect(largest.withLock { $0 } <= most + made.count * blockBytes)
    #expect(largest.withLock { $0 } > most / 2)
  }

  @Test func `an abandoned request ends within one block`() throws {
    let take = try take()
    #expect(throws: StudioError.abandoned) { try take.block(5, Work { _ throws(StudioError) in throw .abandoned }) }
    #expect(take.size == blockBytes)
  }

  @Test func `the page requests a version's blocks by its take number`() throws {
    let rig = try StudioRig()
    let facts = try JSONDecoder().decode(
      [String: Value].self, from: Data(rig.ask("POST", "/api/ask/take", json: ["text": Self.text]).body))
    let id = try #require(facts["take"]?.text)
    var found: [Float] = []
    for index in 0..<7 {
      let answer = rig.ask("POST", "/api/ask/block", json: ["take": id, "index": index])
      #expect(answer.status == 200)
      found += samples(answer.body)
    }
    #expect(try found == rendered(Self.text))
    #expect(rig.ask("POST", "/api/ask/block", json: ["take": id, "index": "x"]).status == 400)
    #expect(rig.ask("POST", "/api/ask/block", json: ["take": "77", "index": 0]).status == 204)
    #expect(rig.ask("POST", "/api/ask/take", json: ["text": "{"]).status == 422)
    #expect(rig.ask("POST", "/api/ask/analyse", json: ["text": Self.text]).text.contains(#""take":"\#(id)""#))
  }

  @Test func `only the most recent takes are kept`() throws {
    let rig = try StudioRig()
    let ids = (0...Renderings.most).map { index in
      rig.ask("POST", "/api/ask/take", json: ["text": Self.text + String(repeating: " ", count: index)]).text
        .firstMatch(of: #/"take":"(\d+)"/#).map { String($0.1) } ?? ""
    }
    #expect(Set(ids).count == Renderings.most + 1)
    let statuses = ids.map { rig.ask("POST", "/api/ask/block", json: ["take": $0, "index": 0]).status }
    #expect(statuses == [204] + ids.dropFirst().map { _ in 200 })
  }

  /// A string, or anything else.
  private struct Value: Decodable {
    var text: String?
    init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
  }
}
