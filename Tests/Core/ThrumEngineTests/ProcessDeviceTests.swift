import Testing

@testable import ThrumEngine

/// The values that `THRUM_DEVICE` may have.
@Suite("THRUM_DEVICE")
struct ProcessDeviceTests {
  @Test func `THRUM_DEVICE is read unless it is empty`() {
    #expect(ProcessDevice.asked(["THRUM_DEVICE": "alsa:hw:1"], isPrivileged: false) == "alsa:hw:1")
    #expect(ProcessDevice.asked(["THRUM_DEVICE": ""], isPrivileged: false) == nil)
    #expect(ProcessDevice.asked([:], isPrivileged: false) == nil)
  }

  @Test(arguments: ["alsa", "wav:/etc/x", #"alsa:file:"|id",raw"#])
  func `a process with elevated privileges ignores THRUM_DEVICE`(_ name: String) {
    #expect(ProcessDevice.asked(["THRUM_DEVICE": name], isPrivileged: true) == nil)
  }
}
