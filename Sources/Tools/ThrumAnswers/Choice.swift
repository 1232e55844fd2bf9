import ThrumAnalysis
import ThrumDevice
import ThrumPattern

/// A setting's value that the page offers.
package struct Choice: JSONWritable {
  package let name: String
  package let about: String

  package init(name: String, about: String) { (self.name, self.about) = (name, about) }

  package static var monitors: [Choice] { MonitorMode.allCases.map { Choice(name: $0.rawValue, about: $0.summary) } }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("about", about)
    }
  }
}
