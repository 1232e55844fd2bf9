import Foundation
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumRender

/// `make soak`, `make soak-live`: a long random life, during which memory, threads and descriptors must stay constant.
enum LifeSoak {
  /// Runs for hours of virtual time.
  static func runVirtually(hours: Double) -> Bool {
    let environment = HapticEnvironment.virtual(timelineCapacity: 4096)
    let life = RandomLife(in: environment, EngineConfiguration(), seed: 1, hasFaults: true) {
      environment.advance(by: $0)
    }
    let begin = ContinuousClock.now
    let figures = follow(life, in: environment, seconds: hours * 3600)
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    print("\(hours) h of virtual time in \(rounded(seconds)) s, \(rounded(hours * 3600 / seconds))× real time")
    return judge(life, figures, kilobytes: 4096)
  }

  /// Runs for seconds over an ALSA device, which may disappear and return.
  static func runLive(seconds: Double, device: String) throws -> Bool {
    let environment = HapticEnvironment.realTime()
    let metronome = try Metronome()
    let configuration = EngineConfiguration { ALSAOutput(name: device) }
    let life = RandomLife(in: environment, configuration, seed: 2, hasFaults: false) { metronome.pass($0) }
    let figures = follow(life, in: environment, seconds: seconds)
    print("\(rounded(seconds)) s over “\(device)”")
    // A sound library may keep the memory of each connection to a server that has ended.
    return judge(life, figures, kilobytes: 16 * 1024)
  }

  private struct Figures {
    /// Maximum in the first third and in the last.
    var early = ProcessFigures()
    var late = ProcessFigures()
    var isOrdered = true
  }

  /// Steps for seconds of the environment's time, and measures whenever everything has been stopped.
  private static func follow(_ life: RandomLife, in environment: HapticEnvironment, seconds: Double) -> Figures {
    var figures = Figures()
    var next = 0.0
    var nextReport = 0.0
    while environment.now < seconds {
      life.step()
      guard environment.now >= next else { continue }
      next = environment.now + min(seconds / 50, 600)
      life.checkStops()
      let now = ProcessFigures.now
      if environment.now < seconds / 3 { figures.early.include(now) }
      if environment.now > seconds * 2 / 3 { figures.late.include(now) }
      figures.isOrdered = figures.isOrdered && isOrdered(environment.timeline)
      guard environment.now >= nextReport else { continue }
      nextReport = environment.now + seconds / 10
      print("  \(rounded(environment.now)) s: \(life.counts.calls) calls, \(now)")
      fflush(nil)
    }
    life.end()
    return figures
  }

  private static func isOrdered(_ timeline: Timeline) -> Bool {
    zip(timeline.entries, timeline.entries.dropFirst()).allSatisfy { $0.time <= $1.time }
  }

  private static func judge(_ life: RandomLife, _ figures: Figures, kilobytes: Int) -> Bool {
    let counts = life.counts
    print("calls \(counts.calls), refused \(counts.refusals), starts \(counts.starts), faults \(counts.faults)")
    print("engines \(counts.engines), stops of everything \(counts.stopChecks), missed stops \(counts.missedStops)")
    print("at most held in the first third: \(figures.early)")
    print("at most held in the last third:  \(figures.late)")
    print("log in the order of time: \(figures.isOrdered ? "yes" : "NO")")
    let isFlat =
      figures.late.kilobytes - figures.early.kilobytes < kilobytes && figures.late.threads <= figures.early.threads + 1
      && figures.late.descriptors <= figures.early.descriptors + 1
    let isWell = counts.missedStops == 0 && figures.isOrdered && isFlat && counts.starts > 0
    print(isWell ? "pass" : "FAIL")
    return isWell
  }

  private static func rounded(_ value: Double) -> String { String(Int(value.rounded())) }
}
