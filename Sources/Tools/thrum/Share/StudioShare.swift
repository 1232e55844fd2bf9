import ThrumStudio

enum StudioShare {
  static let page: ShareMaker = { patterns, monitor, sound, work throws(StudioError) in
    do {
      return try withoutActuallyEscaping(sound) { sound in
        let anyWork = work.rethrowing { $0 as any Error }
        let shared = try patterns.map { pattern in
          let file = WholeFile(try PatternFile.understand(pattern.text, path: "-", name: pattern.name))
          return try SharedPattern(file, monitor: monitor, find: sound, say: { _ in }, work: anyWork)
        }
        return try SharePage(patterns: Array(shared.prefix(SharePage.letters.count)), work: anyWork).bytes()
      }
    } catch { throw error as? StudioError ?? StudioError("\(error)") }
  }
}
