import Testing
import ThrumDevice
import ThrumEngine

@testable import thrum

/// The exit codes of devices that go away.
@Suite struct DeviceFailureTests {
  @Test(arguments: ["null", "silent"])
  func `silence has two names, for -D and THRUM_DEVICE`(_ name: String) throws {
    #expect(try DeviceChoice(name).makeOutput() is SilentOutput)
    #expect(try OutputKind.output(named: name)() is SilentOutput)
    #expect(try DeviceChoice("alsa").isLoudspeaker)
    #expect(throws: Failure.self) { try DeviceChoice("wav") }
  }

  // ADB-7
  @Test func `a device that goes away ends with 69, and a file that cannot be written with 74`() throws {
    let names = try ["null", "hw:9", "default", nil].map { try DeviceChoice($0) }
    #expect(names.allSatisfy { $0.failure("gone").exitCode == 69 })
    for kind in OutputKind.all {
      let name = kind.needsArgument ? "\(kind.name):x" : kind.name
      #expect(try DeviceChoice(name).failure("gone").exitCode == (kind.name == "wav" ? 74 : 69), "\(name)")
    }
  }
}
