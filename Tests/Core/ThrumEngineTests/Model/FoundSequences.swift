import TestSupport
import Testing
import ThrumEngine

/// Sequences in which engine and model once differed, shrunk by hand. They are too rare to occur in every run.
@Suite struct FoundSequences {
  private static let all: [[Step]] = [
    // A pending stop reached the next player in the slot.
    [
      .start(hasCompletion: false), .makePlayer(.buzz, isAdvanced: true), .playerStart(1, .now),
      .playerStop(1, .ahead(36_736)), .drop(1), .advance(33_920), .makePlayer(.taps, isAdvanced: true),
      .playerStart(2, .now),
      .advance(31_616),
    ],
    // The start that was scheduled first came last.
    [
      .start(hasCompletion: false), .makePlayer(.nothing, isAdvanced: true), .playerStart(1, .ahead(39_680)),
      .playerStart(1, .ahead(15_680)), .notifyWhenFinished(stops: true), .advance(16_855), .advance(48_000),
    ],
    // A seek consumed by a pending start returned in the next run.
    [
      .start(hasCompletion: false), .makePlayer(.buzz, isAdvanced: true), .playerStart(1, .ahead(4_800)),
      .seek(1, 19_200), .advance(24_000), .stop(hasCompletion: true), .start(hasCompletion: false),
      .playerStart(1, .now), .advance(48_000),
    ],
    // The idle time began before its player had ended.
    [.autoShutdown(true), .makePlayer(.tail, isAdvanced: true), .playerStart(1, .now), .advance(5_780_096)],
    // A start with an offset for later, and a start before it.
    [
      .start(hasCompletion: false), .makePlayer(.long, isAdvanced: true),
      .startTogether([1], .ahead(11_136), offset: 17_280), .playerStart(1, .now), .advance(43_968),
    ],
  ]

  @Test(arguments: all.indices) func `the engine matches the model on sequences where they once differed`(index: Int) {
    if case .different(let mismatch) = ModelRunner.run(FoundSequences.all[index], isController: false) {
      Issue.record("\(mismatch)")
    }
  }
}
