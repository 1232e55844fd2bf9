import ThrumDevice
import ThrumFeel
import ThrumPattern

/// What is felt on motors.
extension Question {
  static var judgements: [Question] { [feel, judge, cureFelt] }

  /// Maximum number of motors at a time.
  private static var mostMotors: Int { 12 }

  private static var feel: Question {
    Question(
      "feel", "The verdicts on a motor, as `thrum feel --json` lists them", answer: .json("FeelReport"),
      read: { form in
        (
          text: AskedText(&form),
          motor: form.text(ifPresent: "motor", "the motor; without it, an iPhone's") ?? ActuatorPreset.phone.name
        )
      },
      { asked, desk, work throws(Failure) in
        let document = desk.pattern(asked.text).document
        let report = try desk.judging(asked.motor) { analysis throws(Failure) in
          var used = [analysis]
          let report = try FeelReport(
            PatternGroup(document.pattern ?? Pattern(entries: [])), path: document.name, on: &used, work)
          analysis = used[0]
          return report
        }
        return report.map { .json($0) } ?? .refused(.unknown(motor: asked.motor))
      })
  }

  private static var judge: Question {
    Question(
      "judge", "The verdicts on several motors in short, and findings with their cures", answer: .json("FeelAnswer"),
      read: { form in
        (
          text: AskedText(&form),
          motors: form.texts("motors", most: mostMotors, "names of motors"),
          around: form.range(
            ifPresent: "around", "first and last second of what changed: only events near it are judged")
        )
      },
      { asked, desk, work throws(Failure) in
        for name in asked.motors where desk.host.motor(name) == nil { return .refused(.unknown(motor: name)) }
        let answer = try FeelAnswer(desk.pattern(asked.text).document, around: asked.around) {
          events throws(Failure) in
          var found: [FeelReport.Motor] = []
          for name in asked.motors {
            let judged = try desk.judging(name) { analysis throws(Failure) in
              FeelReport.Motor(analysis.motor, try analysis.felt(events, work))
            }
            if let judged { found.append(judged) }
          }
          return found
        }
        return .json(answer)
      })
  }

  private static var cureFelt: Question {
    Question(
      "cureFelt", "The text with an event made perceptible on a motor", answer: .json("CuredText"),
      read: { form in
        (
          text: AskedText(&form),
          motor: form.text("motor", "the motor"),
          index: form.count("index", "the event's place among the haptic events")
        )
      },
      { asked, desk, work throws(Failure) in
        let document = desk.pattern(asked.text).document
        let cured = try desk.judging(asked.motor) { analysis throws(Failure) in
          try CuredText(document, event: asked.index, on: &analysis, work).map { Reply.json($0) }
            ?? .refused(.noCure, CuredText.refusal(motor: asked.motor))
        }
        return cured ?? .refused(.unknown(motor: asked.motor))
      })
  }
}
