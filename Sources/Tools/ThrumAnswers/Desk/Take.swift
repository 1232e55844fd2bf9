import Synchronization
import ThrumAnalysis
import ThrumDevice
import ThrumOffline
import ThrumPattern
import ThrumRender
import ThrumSystem

/// A version's samples, identical to those of `thrum render`. Blocks are rendered on first request.
final class Take: Sendable {
  /// The last block may be shorter.
  static let blockFrames = 24_000
  /// One hour of blocks.
  static let most = 7_200

  /// Two 32-bit integers, the number of channels (1 if both are equal) and 1 for the last block, then 32-bit floats,
  /// one channel after the other. Little-endian.
  struct Block: Sendable {
    static let headBytes = 8

    let bytes: [UInt8]
    let isLast: Bool

    /// A block beyond the end.
    static var empty: Block { Block(UnsafeBufferPointer(start: nil, count: 0), isLast: true) }

    /// - Parameter samples: interleaved.
    init(_ samples: UnsafeBufferPointer<Float>, isLast: Bool) {
      let frames = samples.count / 2
      let isMono = (0..<frames).allSatisfy { samples[2 * $0].bitPattern == samples[2 * $0 + 1].bitPattern }
      let channels = isMono ? 1 : 2
      let size = Block.headBytes + 4 * frames * channels
      bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        let output = UnsafeMutableRawBufferPointer(buffer)
        output.storeBytes(of: UInt32(channels).littleEndian, as: UInt32.self)
        output.storeBytes(of: UInt32(isLast ? 1 : 0).littleEndian, toByteOffset: 4, as: UInt32.self)
        for channel in 0..<channels {
          for frame in 0..<frames {
            let bits = samples[2 * frame + channel].withoutDenormals.bitPattern.littleEndian
            output.storeBytes(of: bits, toByteOffset: Block.headBytes + 4 * (channel * frames + frame), as: UInt32.self)
          }
        }
        count = size
      }
      self.isLast = isLast
    }
  }

  private struct State: ~Copyable {
    var renderer: OfflineRenderer
    /// Rendered samples of the next block, interleaved.
    var waiting: [Float] = []
    var count = 0
    /// By index.
    var kept: [(index: Int, block: Block)] = []
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
  /// - Parameter index: below ``most``.
  func block<Failure>(_ index: Int, _ work: Work<Failure>) throws(Failure) -> Block? {
    while true {
      // Other requests can take the lock between blocks.
      let (isKnown, found) = state.withLock { state in
        if let block = Take.kept(index, state) { return (true, Optional(block)) }
        if let total = state.total, index >= total { return (true, nil) }
        if index < state.count { restart(&state) }
        return renderBlock(&state) == index ? (true, Take.kept(index, state)) : (false, nil)
      }
      if isKnown { return found }
      try work.check()
    }
  }

  /// Level and peak of up to half an hour. The first call renders the sound.
  func side<Failure>(_ work: Work<Failure>) throws(Failure) -> LevelMatch.Side {
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
      Block(UnsafeBufferPointer(rebasing: $0.prefix(wanted)), isLast: isLast)
    }
    state.waiting.removeFirst(min(wanted, state.waiting.count))
    let index = state.count
    state.count += 1
    if isLast { state.total = state.count }
    keep(block, index, &state)
    return index
  }

  /// The place of the first kept block from an index on.
  private static func place(_ index: Int, _ state: borrowing State) -> Int {
    var (low, high) = (0, state.kept.count)
    while low < high {
      let middle = (low + high) / 2
      if state.kept[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func kept(_ index: Int, _ state: borrowing State) -> Block? {
    let place = place(index, state)
    return place < state.kept.count && state.kept[place].index == index ? state.kept[place].block : nil
  }

  private func keep(_ block: Block, _ index: Int, _ state: inout State) {
    let place = Take.place(index, state)
    if place < state.kept.count, state.kept[place].index == index {
      change(-state.kept.remove(at: place).block.bytes.count, &state)
    }
    state.kept.insert((index, block), at: place)
    change(block.bytes.count, &state)
    drop(while: { _ in budget.isExceeded }, except: index, &state)
  }

  /// Drops the first blocks until at most `bytes` are kept.
  func shrink(to bytes: Int) {
    state.withLock { state in drop(while: { $0.size > bytes }, except: nil, &state) }
  }

  private func drop(while isNeeded: (borrowing State) -> Bool, except kept: Int?, _ state: inout State) {
    var place = 0
    while isNeeded(state), place < state.kept.count {
      if state.kept[place].index == kept {
        place += 1
      } else {
        change(-state.kept.remove(at: place).block.bytes.count, &state)
      }
    }
  }

  private func change(_ bytes: Int, _ state: inout State) {
    state.size += bytes
    budget.add(bytes)
  }
}

extension Float {
  /// A processor that renders natively flushes denormals to zero, which WebAssembly cannot.
  package var withoutDenormals: Float {
    isSubnormal ? Float(sign: sign, exponent: 0, significand: 0) : self
  }
}

extension TakeFacts {
  init(_ take: Take) {
    self.init(take: take.id, sampleRate: Int(take.sampleRate), blockFrames: Take.blockFrames)
  }
}
