import Synchronization
import Testing
import ThrumAnswers

@testable import ThrumStudio

/// Which devices the page may play to.
@Suite("Studio: devices")
struct StudioDevicesTests {
  private static let listed = [
    Choice(name: "hw:0", about: "a card"),
    Choice(name: "default", about: "the default"),
    Choice(name: "speex:hw:0", about: "a converter"),
  ]

  // WEB-15
  @Test(arguments: [
    #"file:"|id > /tmp/command",raw"#, "file:/tmp/x,raw", "hw:1", "tee:hw:0,/tmp/x,raw", "speex:hw:0", "wav:/tmp/x.wav",
    "", "null", " default", "default ",
  ])
  func `a device that the studio has not listed is rejected`(_ name: String) {
    let devices = StudioDevices(list: { StudioDevicesTests.listed })
    #expect(!devices.has(name))
    #expect(devices.has("hw:0") && devices.has("default"))
  }

  // WEB-15
  @Test func `the device that the studio was started with is listed first and allowed`() {
    let devices = StudioDevices(own: "plughw:1", list: { StudioDevicesTests.listed })
    #expect(devices.choices().map(\.name) == ["plughw:1", "default", "hw:0"])
    #expect(devices.has("plughw:1") && !devices.has("plughw:2"))
  }

  @Test func `a device that was listed once stays allowed after it is unplugged`() {
    let all = Mutex(StudioDevicesTests.listed)
    let devices = StudioDevices(list: { all.withLock { $0 } })
    _ = devices.choices()
    all.withLock { $0 = [] }
    #expect(devices.choices().isEmpty && devices.has("hw:0"))
  }
}
