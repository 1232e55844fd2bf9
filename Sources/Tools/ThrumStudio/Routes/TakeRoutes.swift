import ThrumAnalysis
import ThrumDevice

/// Requests for a version's samples in blocks, and for levels of versions.
struct TakeRoutes: Sendable {
  let takes: Takes

  /// The take of a version, for later requests.
  struct Facts: Encodable {
    var take: String
    var sampleRate: Int
    var blockFrames = Take.blockFrames

    init(_ take: Take) {
      self.take = take.id
      sampleRate = Int(take.sampleRate)
    }
  }

  /// Returns one block of samples. Blocks beyond the end are empty.
  func block(_ id: String, _ index: String, isAbandoned: @Sendable () -> Bool = { false }) -> HTTPResponse {
    guard let index = Int(index), index >= 0 else { return .refusal(400, "badRange", "a block has a number from 0") }
    guard let take = takes.known(id) else { return TakeRoutes.gone }
    do throws(StudioError) {
      let block = try take.block(index, isAbandoned: isAbandoned) ?? Take.Block(bytes: [], channels: 1, isLast: true)
      var response = HTTPResponse.content(type: "application/octet-stream", block.bytes)
      response.fields.append(("X-Thrum-Channels", String(block.channels)))
      response.fields.append(("X-Thrum-Last", block.isLast ? "1" : "0"))
      return response
    } catch { return .refusal(422, "notPlayable", error.description) }
  }

  /// Gains, dB, that make two takes equally strong.
  private struct Match: Encodable {
    var gain: Double
    var otherGain: Double
  }

  /// Returns the gains that match two takes. Renders both to their ends, if that has not happened yet.
  func match(_ one: String, _ other: String, isAbandoned: @Sendable () -> Bool = { false }) -> HTTPResponse {
    guard let one = takes.known(one), let other = takes.known(other) else { return TakeRoutes.gone }
    do throws(StudioError) {
      let match = LevelMatch(try one.side(isAbandoned: isAbandoned), try other.side(isAbandoned: isAbandoned))
      return .json(Match(gain: match.gains.one, otherGain: match.gains.other))
    } catch { return .refusal(422, "notPlayable", error.description) }
  }

  /// For a take that is no longer kept. Not an error, which browsers would log.
  private static let gone = HTTPResponse(204)
}
