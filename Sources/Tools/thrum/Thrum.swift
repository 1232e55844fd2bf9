import ArgumentParser
import CLinux
import Glibc
import ThrumPattern

@main
struct Thrum: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thrum",
    abstract: "An iPhone's haptic engine for Linux: hear, test and see AHAP patterns.",
    discussion: """
      Examples:
        thrum play Patterns/heartbeat.ahap     hear it through the sound card
        thrum play preset:impact-heavy         one of the presets
        thrum render tap.ahap -o tap.wav       a WAV file, without a sound card
        thrum compare old.ahap new.ahap        hear two patterns in turn
        thrum studio Haptics/                  a local page to compose and compare
        thrum diff old.ahap new.ahap           what changed, and what is noticed
        thrum share tap.ahap -o tap.html       a page for anyone with a browser
        thrum lint Haptics/                    what Core Haptics rejects or changes
        thrum feel tap.ahap                    whether events are felt on other motors
        thrum info tap.ahap                    numbers and a text plot
        thrum plot tap.ahap -o tap.png         a picture with the waveform
        thrum simulate reset.scenario          calls and faults in virtual time

      Data goes to standard output, messages to standard error. \
      Exit codes: 0 ok, 1 findings, 64 usage, 65 bad data, 66 no input, 69 no device, 71 no memory or threads, 74 I/O, \
      128+N ended by signal N.
      """,
    version: ThrumVersion.current,
    // Deriving `commandName` from a type makes the runtime search all types, so each subcommand sets it.
    subcommands: [
      Play.self, Compare.self, Diff.self, Share.self, Render.self, Generate.self, Lint.self, Feel.self, Info.self,
      Plot.self, Convert.self, Schema.self,
      Simulate.self,
      Devices.self,
      Actuators.self, Fit.self,
      Presets.self, StudioCommand.self, MCP.self, Manual.self,
    ])

  static func main() {
    // An exceeded file size limit then causes a write error instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    thrum_unfinished_guard()
    do { try MemoryLimit.checkStart() } catch {
      Console.error("\(error)")
      exit(withError: ExitCode(Failure.Code.system.rawValue))
    }
    do {
      try GivenArguments.check()
      try GivenNames.check()
      try GivenNames.check(GivenArguments.all)
      let arguments = FileBundle.bundled(LoopCount.completing(GivenArguments.all), for: configuration.subcommands)
      var command = FileBundle.unbundled(try parseAsRoot(arguments))
      try command.run()
    } catch let failure as Failure {
      Console.error("\(failure)")
      exit(withError: ExitCode(failure.exitCode))
    } catch {
      exit(withError: report(error))
    }
  }

  /// Prints an error or the requested help. Fails if the help cannot be written.
  private static func report(_ error: any Error) -> ExitCode {
    let text = fullMessage(for: error)
    let code = exitCode(for: error)
    guard code.isSuccess, !text.isEmpty else {
      if !text.isEmpty { complain(text, message(for: error)) }
      return code
    }
    do { try Console.drawing([HelpEnding.added(to: text)]) } catch {
      Console.error("\(error)")
      return ExitCode(Failure.Code.inputOutput.rawValue)
    }
    return .success
  }

  /// Prints a usage error with the prefix of all errors. Both functions escape it, since it may quote arguments.
  private static func complain(_ text: String, _ message: String) {
    let parsers = "Error: \(message)"
    guard text.hasPrefix(parsers) else { return Console.usage(text) }
    Console.error(message)
    Console.usage(String(text.dropFirst(parsers.count).drop(while: \.isNewline)))
  }
}
