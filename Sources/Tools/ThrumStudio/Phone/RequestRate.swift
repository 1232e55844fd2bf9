/// Limits the requests from each address with a token bucket. Times are in seconds, on any monotonic clock.
struct RequestRate: Sendable {
  let perSecond: Double
  /// Requests allowed at once.
  let burst: Double

  /// Maximum number of remembered addresses. The address whose last request is oldest is forgotten first.
  static let addresses = 256

  private struct Bucket {
    var level: Double
    var time: Double
  }

  private var buckets: [IPv4Address: Bucket] = [:]

  var count: Int { buckets.count }

  init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
  }

  mutating func admit(_ address: IPv4Address, now: Double) -> Bool {
    var bucket = buckets[address] ?? Bucket(level: burst, time: now)
    bucket.level = min(burst, bucket.level + max(0, now - bucket.time) * perSecond)
    bucket.time = max(bucket.time, now)
    defer { keep(bucket, of: address) }
    guard bucket.level >= 1 else { return false }
    bucket.level -= 1
    return true
  }

  private mutating func keep(_ bucket: Bucket, of address: IPv4Address) {
    buckets[address] = bucket
    guard buckets.count > RequestRate.addresses else { return }
    if let oldest = buckets.min(by: { $0.value.time < $1.value.time }) { buckets[oldest.key] = nil }
  }
}
