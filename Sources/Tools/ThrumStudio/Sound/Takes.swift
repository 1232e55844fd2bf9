import CLinux
import Synchronization
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern

/// The most recent takes, which the page may still request.
final class Takes: Sendable {
  private struct Version: Equatable {
    var text: String
    var path: String
    /// Different if a sound's file has changed.
    var sounds: [StudioPattern.SoundNote]
    var settings: SoundSettings
  }

  private struct State {
    /// The most recently used take is the last.
    var known: [(version: Version, take: Take)] = []
    var made = 0
  }

  private let state = Mutex(State())
  private let budget: Take.Budget
  static let most = 12

  /// - Parameter mostBytes: maximum size of all takes' blocks. At least half is left to the take that was used last.
  init(mostBytes: Int = 256 << 20) { budget = Take.Budget(most: mostBytes) }

  /// Returns a version's take, not yet rendered.
  ///
  /// - Throws: ``StudioError`` if Core Haptics rejects the pattern.
  func take(of given: StudioPattern, _ text: String, _ settings: SoundSettings) throws(StudioError) -> Take {
    var pattern = given
    let render = settings.render
    guard let compiled = pattern.compile(sampleRate: render.sampleRate) else { throw StudioError(pattern.refusal) }
    return take(compiled, of: pattern, text, settings)
  }

  /// Requires a compiled `pattern`.
  func take(_ compiled: CompiledPattern, of pattern: StudioPattern, _ text: String, _ settings: SoundSettings) -> Take {
    let version = Version(text: text, path: pattern.path, sounds: pattern.soundNotes, settings: settings)
    let render = settings.render
    // Safety: renderings only read a compiled pattern.
    nonisolated(unsafe) let compiled = compiled
    return state.withLock { state in
      if let place = state.known.firstIndex(where: { $0.version == version }) {
        let found = state.known.remove(at: place)
        state.known.append(found)
        return found.take
      }
      state.made += 1
      let take = Take(id: String(state.made), settings: render, budget: budget) {
        OfflineRenderer([compiled], settings: render)
      }
      state.known.append((version, take))
      if state.known.count > Takes.most { state.known.removeFirst() }
      return take
    }
  }

  /// Returns `nil` if the take has been dropped.
  func known(_ id: String) -> Take? {
    state.withLock { state in
      guard let place = state.known.firstIndex(where: { $0.take.id == id }) else { return nil }
      let found = state.known.remove(at: place)
      state.known.append(found)
      makeRoom(&state)
      return found.take
    }
  }

  /// Shrinks the takes that were used longest ago, so that the last one can have half of the memory.
  private func makeRoom(_ state: inout State) {
    var excess = state.known.dropLast().reduce(0) { $0 + $1.take.size } - budget.most / 2
    guard excess > 0 else { return }
    // A little more, so that this happens rarely.
    excess += budget.most / 8
    for (_, take) in state.known.dropLast() where excess > 0 {
      let size = take.size
      take.shrink(to: max(0, size - excess))
      excess -= size
    }
    // Other threads, with other arenas, would not reuse it.
    thrum_return_heap()
  }
}

/// A version's samples, identical to those of `thrum render`. Blocks are rendered on first request.
final class Take: Sendable {
  /// The last block may be shorter.
  static let blockFrames = 24_000
  /// One hour of blocks.
  static let most = 7_200

  struct Block: Sendable {
    /// 32-bit floats, planar.
    var bytes: [UInt8]
    /// 1 if both channels are equal.
    var channels: Int
    var isLast: Bool
  }

  private struct State: ~Copyable {
    var renderer: OfflineRenderer
    /// Rendered samples of the next block, interleaved.
    var waiting: [Float] = []
    var count = 0
    var kept: [Int: Block] = [:]
    /// Size of the kept blocks, bytes.
    var size = 0
    /// Number of blocks, once known.
    var total: Int?
  }

  let id: String
  private let settings: RenderSettings
  private let state: Mutex<State>
  private let measured = Mutex<LevelMatch.Side?>(nil)
  private let make: @Sendable () -> OfflineRenderer
  private let budget: Budget

  /// Size of the kept blocks of several takes, in bytes.
  final class Budget: Sendable {
    private let used = Atomic(0)
    let most: Int

    init(most: Int) { self.most = most }

    var isExceeded: Bool { size > most }
    var size: Int { used.load(ordering: .relaxed) }

    fileprivate func add(_ bytes: Int) { used.add(bytes, ordering: .relaxed) }
  }

  /// - Parameter budget: shared by all takes. Dropped blocks are rendered again when needed.
  init(id: String, settings: RenderSettings, budget: Budget, make: @escaping @Sendable () -> OfflineRenderer) {
    self.id = id
    self.settings = settings
    self.budget = budget
    self.make = make
    state = Mutex(State(renderer: make()))
  }

  deinit { budget.add(-size) }

  var sampleRate: SampleRate { settings.sampleRate }

  /// Size of the kept blocks, bytes.
  var size: Int { state.withLock { $0.size } }

  /// Returns a block, or `nil` beyond the end.
  ///
  /// - Throws: ``StudioError`` beyond the first hour, or if the request was abandoned.
  func block(_ index: Int, _ work: Work<StudioError>) throws(StudioError) -> Block? {
    guard index < Take.most else { throw StudioError("the studio plays only the first hour of a pattern") }
    while true {
      // Other requests can take the lock between blocks.
      let (isKnown, found) = state.withLock { state in
        if let block = state.kept[index] { return (true, Optional(block)) }
        if let total = state.total, index >= total { return (true, nil) }
        if index < state.count { restart(&state) }
        return renderBlock(&state) == index ? (true, state.kept[index]) : (false, nil)
      }
      if isKnown { return found }
      try work.check()
    }
  }

  /// Level and peak of up to half an hour. The first call renders the sound.
  func side(_ work: Work<StudioError>) throws(StudioError) -> LevelMatch.Side {
    if let known = measured.withLock({ $0 }) { return known }
    let side = try LevelMatch.Side(make(), settings, work)
    measured.withLock { $0 = side }
    return side
  }

  private func restart(_ state: inout State) {
    state.renderer = make()
    state.waiting = []
    state.count = 0
  }

  private func renderBlock(_ state: inout State) -> Int {
    let wanted = 2 * Take.blockFrames
    // One more sample shows whether this is the last block.
    while state.waiting.count <= wanted, !state.renderer.isOver {
      var waiting: [Float] = []
      swap(&waiting, &state.waiting)
      _ = state.renderer.renderNext { waiting.append(contentsOf: $0) }
      swap(&waiting, &state.waiting)
    }
    let isLast = state.waiting.count <= wanted
    let block = state.waiting.withUnsafeBufferPointer {
      Take.planar(UnsafeBufferPointer(rebasing: $0.prefix(wanted)), isLast: isLast)
    }
    state.waiting.removeFirst(min(wanted, state.waiting.count))
    let index = state.count
    state.count += 1
    if isLast { state.total = state.count }
    keep(block, index, &state)
    return index
  }

  private func keep(_ block: Block, _ index: Int, _ state: inout State) {
    let before = state.kept.updateValue(block, forKey: index)?.bytes.count ?? 0
    change(block.bytes.count - before, &state)
    drop(while: { _ in budget.isExceeded }, except: index, &state)
  }

  /// Drops the first blocks until at most `bytes` are kept.
  func shrink(to bytes: Int) {
    state.withLock { state in drop(while: { $0.size > bytes }, except: nil, &state) }
  }

  private func drop(while isNeeded: (borrowing State) -> Bool, except kept: Int?, _ state: inout State) {
    guard isNeeded(state) else { return }
    for index in state.kept.keys.sorted() where index != kept {
      guard isNeeded(state) else { return }
      change(-(state.kept.removeValue(forKey: index)?.bytes.count ?? 0), &state)
    }
  }

  private func change(_ bytes: Int, _ state: inout State) {
    state.size += bytes
    budget.add(bytes)
  }

  private static func planar(_ samples: UnsafeBufferPointer<Float>, isLast: Bool) -> Block {
    let frames = samples.count / 2
    let isMono = (0..<frames).allSatisfy { samples[2 * $0].bitPattern == samples[2 * $0 + 1].bitPattern }
    let channels = isMono ? 1 : 2
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * frames * channels) { buffer, count in
      let output = UnsafeMutableRawBufferPointer(buffer)
      for channel in 0..<channels {
        for frame in 0..<frames {
          let bits = samples[2 * frame + channel].bitPattern.littleEndian
          output.storeBytes(of: bits, toByteOffset: 4 * (channel * frames + frame), as: UInt32.self)
        }
      }
      count = 4 * frames * channels
    }
    return Block(bytes: bytes, channels: channels, isLast: isLast)
  }
}
