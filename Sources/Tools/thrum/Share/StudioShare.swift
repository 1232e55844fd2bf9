import ThrumStudio

enum StudioShare {
  static let page: ShareMaker = { patterns, monitor, sound in
    withoutActuallyEscaping(sound) { sound in
      do {
        let shared = try patterns.flatMap { pattern in
          try PatternFile.understand(pattern.text, path: "-", name: pattern.name).map {
            try SharedPattern($0, monitor: monitor, find: sound, say: { _ in })
          }
        }
        return .success(try SharePage(patterns: Array(shared.prefix(SharePage.letters.count))).bytes())
      } catch { return .failure(StudioError("\(error)")) }
    }
  }
}
