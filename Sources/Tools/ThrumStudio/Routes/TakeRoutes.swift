import ThrumAnalysis
import ThrumDevice
import ThrumPattern

struct TakeRoutes: Sendable {
  let takes: Takes

  struct Facts: Encodable {
    var take: String
    var sampleRate: Int
    var blockFrames = Take.blockFrames

    init(_ take: Take) {
      self.take = take.id
      sampleRate = Int(take.sampleRate)
    }
  }

  /// Returns a block of samples, empty beyond the end.
  func block(_ id: String, _ index: String, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard let index = Int(index), index >= 0 else { return .refusal(400, "badRange", "block numbers start at 0") }
    guard let take = takes.known(id) else { return TakeRoutes.gone }
    let block = try take.block(index, work) ?? Take.Block(bytes: [], channels: 1, isLast: true)
    var response = HTTPResponse.content(type: "application/octet-stream", block.bytes)
    response.fields.append(("X-Thrum-Channels", String(block.channels)))
    response.fields.append(("X-Thrum-Last", block.isLast ? "1" : "0"))
    return response
  }

  /// Gains in dB.
  private struct Match: Encodable {
    var gain: Double
    var otherGain: Double
  }

  /// Renders both takes to their ends if necessary.
  func match(_ one: String, _ other: String, _ work: Work<StudioError>) throws(StudioError) -> HTTPResponse {
    guard let one = takes.known(one), let other = takes.known(other) else { return TakeRoutes.gone }
    let match = LevelMatch(try one.side(work), try other.side(work))
    return .json(Match(gain: match.gains.one, otherGain: match.gains.other))
  }

  /// Response for a discarded take. Not an error, because browsers log errors.
  private static let gone = HTTPResponse(204)
}
