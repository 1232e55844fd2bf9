import ThrumFeel
import ThrumPattern

// The members have the names and the order of the command's JSON.

/// What `thrum lint --json` lists.
package struct Findings: JSONWritable {
  let list: [Diagnostic]

  package init(list: [Diagnostic]) { self.list = list }

  package func write(to writer: inout JSONWriter) {
    writer.array(list) { writer, finding in writer.finding(finding) }
  }
}

extension FeelReport: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.report(self) }
}

extension JSONWriter {
  fileprivate mutating func finding(_ finding: Diagnostic) {
    object { writer in
      writer.member("code", finding.code.rawValue)
      writer.member("title", finding.code.title)
      writer.member("severity", finding.severity.rawValue)
      writer.member("file", finding.file)
      writer.member("line", ifPresent: finding.place?.line)
      writer.member("column", ifPresent: finding.place?.column)
      writer.member("offset", ifPresent: finding.place?.offset)
      writer.member("path", finding.path)
      writer.member("message", finding.message)
      writer.member("remedy", finding.remedy)
      writer.member("coreHapticsCode", ifPresent: finding.coreHapticsCode)
    }
  }

  fileprivate mutating func report(_ report: FeelReport) {
    object { writer in
      writer.member("schema", report.schema)
      writer.member("path", report.path)
      writer.name("motors")
      writer.array(report.motors) { writer, motor in
        writer.object { writer in
          writer.member("name", motor.name)
          writer.member("isPhone", motor.isPhone)
          writer.name("events")
          writer.array(motor.events) { writer, event in writer.event(event) }
        }
      }
    }
  }

  private mutating func event(_ event: FeltEvent) {
    object { writer in
      writer.member("index", event.index)
      writer.member("time", event.time)
      writer.member("verdict", event.verdict.rawValue)
      writer.member("isFinding", event.isFinding)
      writer.member("isLost", event.isLost)
      writer.member("decibelsOverThreshold", (event.decibelsOverThreshold * 10).rounded() / 10)
      writer.member("decibelsAlone", (event.decibelsAlone * 10).rounded() / 10)
      writer.member("reachedPercent", event.reachedPercent.rounded())
      writer.name("cure")
      if let cure = event.cure {
        writer.object { writer in
          writer.member("kind", cure.kind.rawValue)
          writer.member("from", cure.from)
          writer.member("to", cure.to)
        }
      } else {
        writer.raw("null")
      }
      writer.name("advice")
      if case .advice(let advice) = event.help { writer.string(advice.words) } else { writer.raw("null") }
    }
  }
}
