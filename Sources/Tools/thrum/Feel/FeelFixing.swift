import ArgumentParser
import ThrumAnalysis
import ThrumFeel
import ThrumPattern

/// `thrum feel --fix`: writes a pattern with the cures applied, and prints them.
struct FeelFixing {
  private let motors: [FeelMotor]
  private let kinds: Set<FeelCure.Kind>

  init(_ motors: [FeelMotor], kinds: Set<FeelCure.Kind>) {
    self.motors = motors
    self.kinds = kinds
  }

  func run(_ item: Manifest.Item, to output: String) throws {
    if let problem = item.problem { throw problem }
    let file = try PatternFile.whole(item.input)
    _ = try file.playable()
    guard let document = file.document.ahap else {
      throw Failure(.badData, "\(file.name): --fix changes AHAP files only; use `thrum convert` first")
    }
    guard document.text == file.bytes else {
      throw Failure(.badData, "\(file.name): --fix changes UTF-8 files only; save it as UTF-8")
    }
    var analyses = motors.map(FeelAnalysis.init)
    let fix = FeelFix(document, kinds: kinds, on: &analyses, Work<Never>.endless)
    try AtomicFile.write(fix.text, to: output)
    for change in fix.changes {
      Console.message("\(file.name): event \(change.index) at \(fixed(change.time, 3)) s: \(change.cure.words)")
    }
    if fix.changes.isEmpty { Console.message("\(file.name): nothing to change") }
    guard let pattern = AHAP.read(fix.text, name: file.name).pattern else { return }
    let left = FeelReport(PatternGroup(pattern), path: file.name, on: &analyses, Work<Never>.endless)
    for motor in left.motors {
      let count = motor.events.count(where: \.isFinding)
      if count > 0 {
        Console.message("\(file.name): on \(motor.name), \(count) of \(motor.events.count) events cannot be cured")
      }
    }
    if !left.isFelt { throw ExitCode(Failure.Code.findings.rawValue) }
  }
}
