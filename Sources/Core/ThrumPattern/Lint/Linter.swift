/// Finds what is legal but hardly meant: values the device clamps, members it ignores, curves that overlap.
public struct Linter: Sendable {
  /// What the linter looks for.
  public struct Options: Sendable {
    /// Codes that are not reported, those of reading included.
    public var disabled: Set<DiagnosticCode> = []
    /// The longest continuous haptic event in seconds that a device plays in full. Default 30.
    public var longestEventSeconds = EventLimits.continuousSeconds
    /// Control points of a curve that are documented to work. Default 16.
    public var mostPoints = EventLimits.curvePoints
    /// Haptic events at one time that are not yet many. Default 8.
    public var mostEventsAtOnce = 8
    /// How far an event lies over the threshold of touch, dB; `nil` where nothing is to be felt. `nil`, the default, skips the
    /// check.
    public var touchLevelDecibels: (@Sendable (Event) -> Double?)?
    /// Findings of one code that are listed; the rest is counted. Default 100.
    public var findingsPerCode = 100

    /// Makes the default options.
    public init() {}
  }

  /// What the linter looks for.
  public var options: Options

  /// Makes a linter.
  public init(options: Options = Options()) { self.options = options }

  /// Everything there is to say about a document: the diagnostics of reading and those of all rules, in the
  /// order of the text. Cost: n log n in the number of entries.
  ///
  /// - Parameters:
  ///   - document: What was read.
  ///   - waveformExists: Says whether there is a file for an `EventWaveformPath`, which is relative to the
  ///     root of the app's resources, or absolute. Without it, sound files are not checked.
  public func lint(
    _ document: AHAPDocument, waveformExists: ((String) -> Bool)? = nil
  ) -> [Diagnostic] {
    let found = document.tape?.withReader { reader in
      document.pattern.map { pattern in
        let pass = LintPass(document: document, tape: reader, options: options)
        pass.run(pattern, waveformExists: waveformExists)
        return pass.findings.diagnostics(file: document.name, text: document.text)
      }
    }
    let rules = (found ?? nil) ?? []
    let all = rules.isEmpty ? document.diagnostics : (document.diagnostics + rules).sorted()
    return options.disabled.isEmpty ? all : all.filter { !options.disabled.contains($0.code) }
  }
}
