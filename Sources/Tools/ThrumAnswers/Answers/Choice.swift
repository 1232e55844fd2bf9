import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// A setting's value that the page offers.
package struct Choice: JSONWritable {
  package let name: String
  /// Name for people, if it differs.
  package let title: String?
  package let about: String

  package init(name: String, title: String? = nil, about: String) {
    (self.name, self.title, self.about) = (name, title, about)
  }

  package init(_ actuator: ActuatorPreset) {
    self.init(name: actuator.name, title: actuator.title, about: actuator.summary)
  }

  package static var monitors: [Choice] {
    MonitorMode.allCases.map { Choice(name: $0.rawValue, title: $0.title, about: $0.summary) }
  }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("title", ifPresent: title)
      writer.member("about", about)
    }
  }
}
