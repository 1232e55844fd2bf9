extension RandomAccessCollection where Index == Int {
  /// Finds the index from which a condition holds, by bisection.
  package func partitioningIndex(_ isLater: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
