import ThrumPattern

struct WeakParts {
  /// Sorted start times, s.
  let times: [Double]

  /// Finds stretches that begin and end at zero and stay below a level. `taps` are the times of weak transients, s.
  init(_ line: [Polyline.Sample], below level: Double, taps: [Double]) {
    var found = taps
    var (begin, peak): (Double?, Double) = (nil, 0)
    func end() {
      if let begin, peak > 0, peak < level { found.append(begin) }
      (begin, peak) = (nil, 0)
    }
    for (index, sample) in line.enumerated() {
      guard sample.value <= 0 else {
        begin = begin ?? (index > 0 ? line[index - 1].time : sample.time)
        peak = max(peak, sample.value)
        continue
      }
      end()
    }
    end()
    times = found.sorted()
  }

  var loss: String? {
    guard !times.isEmpty else { return nil }
    let shown = times.prefix(5).map { fixed($0, 2) }.joined(separator: ", ")
    return
      "\(counted(times.count, "event")) too weak for the effect, at \(shown)\(times.count > 5 ? ", …" : "") s: left out"
  }
}
