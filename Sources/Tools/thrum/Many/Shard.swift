import ArgumentParser

/// One of several equal parts of a long list: the i-th item goes to shard i modulo n, the same on every machine.
struct Shard: ExpressibleByArgument, Equatable {
  /// Which part, from 1.
  let index: Int
  /// How many parts.
  let count: Int

  /// Reads `3/8`.
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1, (1...count).contains(index) else {
      return nil
    }
    self.index = index
    self.count = count
  }

  /// This part of a list.
  func part<Item>(of items: [Item]) -> [Item] {
    stride(from: index - 1, to: items.count, by: count).map { items[$0] }
  }
}
