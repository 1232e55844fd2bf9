import Testing
import ThrumAnalysis
import ThrumDevice

/// The monitor that `play` uses by default.
@Suite struct MonitorChoiceTests {
  @Test(arguments: [
    (nil, true, true, MonitorMode.smallSpeaker, 0.0), (nil, true, false, .felt, -12), (nil, false, true, .full, -12),
    (MonitorMode.shaker, true, true, .shaker, -12), (.smallSpeaker, true, false, .smallSpeaker, 0),
  ])
  func `the monitor is chosen to suit the machine unless one is specified`(
    given: MonitorMode?, isLoudspeaker: Bool, isPortable: Bool, mode: MonitorMode, gain: Double
  ) {
    let choice = MonitorChoice(given, isLoudspeaker: isLoudspeaker, isPortable: isPortable)
    #expect(choice.mode == mode)
    #expect(choice.gainDecibels == gain)
    #expect((choice.line == nil) == (given != nil || !isLoudspeaker))
    if let line = choice.line {
      #expect(line.hasPrefix("monitor \(mode.rawValue): ") && line.contains("--monitor full"))
    }
  }
}
