import FoundationEssentials
import Glibc
import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumSystem

extension Render {
  private enum Fate {
    case written, skipped
    case failed(Failure)

    var isShortOfMemory: Bool {
      guard case .failed(let failure) = self else { return false }
      return failure.exitCode == Failure.Code.system.rawValue
    }
  }

  func renderEach() throws {
    let given = try list.map(Manifest.read) ?? []
    let items = given + files.map { Manifest.Item(input: $0, output: nil) }
    guard !items.isEmpty else { throw Failure(.noInput, "the list is empty") }
    let paths = items.map { OutputNames.path(of: $0, in: output, suffix: ".wav") }
    try OutputNames.check(paths, of: items.map(\.input))
    let all = Array(zip(items, paths))
    let mine = many.shard?.part(of: all) ?? all
    let outputFolder = try OutputFolder(output)
    let guards = try PartialFiles.removedBySignals()
    defer { withExtendedLifetime(guards) {} }
    let progress = ManyProgress(total: mine.count)
    var fates = Workers(many.jobs).map(mine) { (item, path) -> Fate in
      defer { progress.step() }
      if let problem = item.problem { return .failed(problem) }
      return fate(of: item.input, path, outputFolder)
    }
    // Retry out-of-memory failures one at a time.
    for (index, fate) in fates.enumerated() where fate.isShortOfMemory {
      fates[index] = self.fate(of: mine[index].0.input, mine[index].1, outputFolder)
    }
    progress.clear()
    try report(fates, of: mine.map(\.0.input))
  }

  private func fate(of input: String, _ path: String, _ folder: OutputFolder) -> Fate {
    do {
      try folder.makeRoom(for: path)
      if !again, isNewer(path, than: input) { return .skipped }
      try OutputGuard.refuse(path, over: [input])
      try render(input, to: path)
      return .written
    } catch let failure as Failure {
      return .failed(failure)
    } catch let error as FileError {
      return .failed(Failure(.inputOutput, "cannot write \(error)"))
    } catch {
      return .failed(Failure(.inputOutput, "cannot write \(path): \(error)"))
    }
  }

  private func isNewer(_ path: String, than input: String) -> Bool {
    var (old, new) = (stat(), stat())
    guard stat(path, &new) == 0, stat(input, &old) == 0 else { return false }
    return (new.st_mtim.tv_sec, new.st_mtim.tv_nsec) >= (old.st_mtim.tv_sec, old.st_mtim.tv_nsec)
  }

  private func render(_ input: String, to path: String) throws {
    let settings = try sound.settings(sampleRate: Double(sampleRate))
    let inputs = try PatternFile.readAll([input], partners: false)
    var renderer = try makeRenderer(inputs, settings, input)
    let place = FilePlace(path: path)
    let writer = try makeWriter(place)
    while !renderer.isOver { try writer.append(atLeast: renderer.leastRoom) { renderer.render(into: $0) } }
    try writer.finish()
    reportClipping(writer, input)
    if renderer.refusedEvents > 0 {
      Console.message("\(input): \(dropped(renderer.refusedEvents)): no voice was free")
    }
  }

  private func report(_ fates: [Fate], of inputs: [String]) throws {
    var (written, skipped) = (0, 0)
    var first: Failure?
    for (input, fate) in zip(inputs, fates) {
      switch fate {
      case .written: written += 1
      case .skipped: skipped += 1
      case .failed(let failure):
        let sentence = failure.description.hasPrefix(input) ? failure.description : "\(input): \(failure.description)"
        Console.error(sentence)
        first = first ?? failure
      }
    }
    let failed = fates.count - written - skipped
    Console.message(
      "\(written) rendered, \(skipped) up to date, \(failed) failed"
        + (many.shard.map { " (shard \($0.index)/\($0.count))" } ?? ""))
    if let first { throw first.alreadyShown }
  }
}

/// Progress through a list of files, shown only on a terminal.
final class ManyProgress: Sendable {
  private let total: Int
  private let state = Mutex<(done: Int, shown: Int)>((0, -1))
  private let begin = ContinuousClock.now

  init(total: Int) { self.total = max(1, total) }

  func step() {
    let percent: Int? = state.withLock { state in
      state.done += 1
      let percent = state.done * 100 / total
      guard percent != state.shown, ContinuousClock.now - begin > .milliseconds(500) else { return nil }
      state.shown = percent
      return percent
    }
    if let percent, Console.hasStatusLine { Console.status("\(percent) % of \(total)") }
  }

  func clear() {
    if Console.hasStatusLine, state.withLock({ $0.shown >= 0 }) { Console.clearStatus() }
  }
}
