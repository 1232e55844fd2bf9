import ThrumFeel
import ThrumPattern

// The members have the names and the order of the command's JSON.
extension JSONWriter {
  private mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }

  private mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    self.name(name)
    raw("\(value)")
  }

  private mutating func member(_ name: String, _ value: Double) {
    self.name(name)
    number(value)
  }

  private mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    boolean(value)
  }

  mutating func finding(_ finding: Diagnostic) {
    open(UInt8(ascii: "{"))
    member("code", finding.code.rawValue)
    member("title", finding.code.title)
    member("severity", finding.severity.rawValue)
    member("file", finding.file)
    member("line", finding.place?.line)
    member("column", finding.place?.column)
    member("offset", finding.place?.offset)
    member("path", finding.path)
    member("message", finding.message)
    member("remedy", finding.remedy)
    member("coreHapticsCode", finding.coreHapticsCode)
    close(UInt8(ascii: "}"))
  }

  mutating func report(_ report: FeelReport) {
    open(UInt8(ascii: "{"))
    member("schema", report.schema)
    member("path", report.path)
    name("motors")
    open(UInt8(ascii: "["))
    for motor in report.motors {
      open(UInt8(ascii: "{"))
      member("name", motor.name)
      member("isPhone", motor.isPhone)
      name("events")
      open(UInt8(ascii: "["))
      for event in motor.events { self.event(event) }
      close(UInt8(ascii: "]"))
      close(UInt8(ascii: "}"))
    }
    close(UInt8(ascii: "]"))
    close(UInt8(ascii: "}"))
  }

  private mutating func event(_ event: FeltEvent) {
    open(UInt8(ascii: "{"))
    member("index", event.index)
    member("time", event.time)
    member("verdict", event.verdict.rawValue)
    member("isFinding", event.isFinding)
    member("isLost", event.isLost)
    member("decibelsOverThreshold", (event.decibelsOverThreshold * 10).rounded() / 10)
    member("decibelsAlone", (event.decibelsAlone * 10).rounded() / 10)
    member("reachedPercent", event.reachedPercent.rounded())
    name("cure")
    if let cure = event.cure {
      open(UInt8(ascii: "{"))
      member("kind", cure.kind.rawValue)
      member("from", cure.from)
      member("to", cure.to)
      close(UInt8(ascii: "}"))
    } else {
      raw("null")
    }
    name("advice")
    if case .advice(let advice) = event.help { string(advice.words) } else { raw("null") }
    close(UInt8(ascii: "}"))
  }
}
