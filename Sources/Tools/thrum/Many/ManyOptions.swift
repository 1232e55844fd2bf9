import ArgumentParser

struct ManyOptions: ParsableArguments {
  @Option(name: .long, help: "Process only part I of N, such as 3/8: every N-th file, starting with the I-th.")
  var shard: Shard?

  @Option(name: .long, help: "Number of files processed in parallel (default: one per core).")
  var jobs: Int?

  mutating func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs must be between 1 and 1024") }
  }
}

/// Every `count`-th item of a list, starting with the `index`-th.
struct Shard: ExpressibleByArgument, Equatable {
  let index: Int
  let count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index) else {
      return nil
    }
    self.index = index
    self.count = count
  }

  func part<Item>(of items: [Item]) -> [Item] {
    stride(from: index - 1, to: items.count, by: count).map { items[$0] }
  }
}
