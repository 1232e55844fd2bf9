import Foundation
import Testing
import ThrumDevice
import ThrumPattern

@testable import ThrumRender

@Suite struct LimiterTests {
  private static let ceiling = Float(gain(decibels: -1))

  /// Runs two channels through a new limiter and removes its delay.
  private func limited(_ left: [Float], _ right: [Float]? = nil) -> (left: [Float], right: [Float]) {
    var limiter = Limiter(
      sampleRate: 48_000, ceiling: gain(decibels: -1), lookAheadSeconds: 0.0015, releaseSeconds: 0.080)
    defer { limiter.deallocate() }
    let delay = limiter.lookAhead
    let padding = [Float](repeating: 0, count: delay + 64 - (left.count + delay) % 64)
    var l = left + padding
    var r = (right ?? left) + padding
    for start in stride(from: 0, to: l.count, by: 64) {
      l.withUnsafeMutableBufferPointer { l in
        r.withUnsafeMutableBufferPointer { r in
          guard let l = l.baseAddress, let r = r.baseAddress else { return }
          limiter.render(l + start, r + start)
          for frame in 0..<64 {
            l[start + frame] = limiter.output[frame]
            r[start + frame] = limiter.secondOutput[frame]
          }
        }
      }
    }
    return (Array(l[delay..<delay + left.count]), Array(r[delay..<delay + left.count]))
  }

  /// Noise between ±1 from a congruential generator, the same in every run.
  private func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
    }
  }

  private static func signal(_ value: (Int) -> Float) -> [Float] { (0..<9_600).map(value) }
  private static let square = signal { $0 / 37 % 2 == 0 ? 50 : -50 }
  private static let impulses = signal { $0 % 191 == 0 ? 1_000 : 0.5 }
  private static let huge = signal { $0 % 999 == 500 ? -Float.greatestFiniteMagnitude : 0.89 }
  private static let steps = signal { Float($0 / 640) * 0.4 }
  private static let alternating = signal { Float($0 % 2 * 2 - 1) * Float($0 % 500) * 0.006 }
  private static let hostile = [square, impulses, huge, steps, alternating]

  @Test(arguments: hostile.indices)
  func `nothing exceeds the ceiling`(kind: Int) {
    let output = limited(Self.hostile[kind])
    #expect(output.left.allSatisfy { abs($0) <= Self.ceiling })
    #expect(output.left == output.right)
    // A square is louder between its frames than at them.
    #expect((output.left.map { abs($0) }.max() ?? 0) > 0.7 * Self.ceiling)
  }

  @Test func `loud noise of any level never exceeds the ceiling`() {
    for level in [1, 1.5, 10, 1e6] as [Float] {
      let output = limited(noise(9_600).map { $0 * level }, noise(9_600, seed: 2).map { $0 * level })
      #expect(output.left.allSatisfy { abs($0) <= Self.ceiling })
      #expect(output.right.allSatisfy { abs($0) <= Self.ceiling })
    }
  }

  @Test func `samples below the ceiling pass bit for bit, even after a loud burst`() {
    let quiet = noise(9_600).map { $0 * 0.4 }
    #expect(limited(quiet).left == quiet)
    let burst = [Float](repeating: 4, count: 64)
    let after = quiet + burst + [Float](repeating: 0, count: 76_800) + quiet
    let output = limited(after).left
    #expect(Array(output[..<9_000]) == Array(quiet[..<9_000]))
    #expect(Array(output[(output.count - 9_600)...]) == quiet)
  }

  @Test func `the gain recovers with the release time`() {
    var signal = [Float](repeating: 0.01, count: 19_200)
    signal[100] = 2
    let output = limited(signal).left
    // Held for the look-ahead, then averaged over it.
    let g0 = Double(Self.ceiling) / 2
    for milliseconds in [20, 40, 80, 160, 240] {
      let frame = 100 + 72 + milliseconds * 48
      let measured = Double(output[frame]) / 0.01
      #expect(abs(measured - (1 - (1 - g0) * exp(-Double(milliseconds) / 80))) < 0.008, "\(milliseconds) ms")
    }
  }

  @Test func `the gain falls over the look-ahead without a step`() {
    var signal = [Float](repeating: 0.01, count: 4_800)
    for frame in 1_000..<1_200 { signal[frame] = 20 }
    let output = limited(signal).left
    let gains = zip(output, signal).map { Double($0) / Double($1) }
    let drop = 1 - (gains.min() ?? 0)
    for (before, after) in zip(gains, gains.dropFirst()) { #expect(abs(after - before) <= drop * 1.001 / 73) }
    #expect(gains[900] == 1 && gains[1_000] < 0.05)
    #expect(gains[964] < 0.55 && gains[964] > 0.45)
  }

  @Test func `a loud channel lowers the gain of both channels`() {
    var loud = [Float](repeating: 0, count: 960)
    loud[480] = 5
    let output = limited(loud, [Float](repeating: 0.5, count: 960))
    #expect(abs(output.right[480] - 0.5 * Self.ceiling / 5) < 1e-5)
  }
}
