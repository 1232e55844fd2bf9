/// Finds legal but probably unintended content, such as clamped values, ignored members or overlapping curves.
public struct Linter: Sendable {
  /// Settings of the linter.
  public struct Options: Sendable {
    /// Codes to leave out, including those found while reading.
    public var disabled: Set<DiagnosticCode> = []
    /// Longest continuous haptic event that a device plays in full, s. Default 30.
    public var longestEventSeconds = EventLimits.continuousSeconds
    /// Maximum number of control points per curve. Default 16, as documented by Core Haptics.
    public var mostPoints = EventLimits.curvePoints
    /// Maximum number of simultaneous haptic events. Default 8.
    public var mostEventsAtOnce = 8
    /// Returns an event's level in dB above the threshold of touch, or `nil` if it is not meant to be felt.
    ///
    /// By default, there is no function, and the check is skipped.
    public var touchLevelDecibels: (@Sendable (Event) -> Double?)?
    /// Maximum number of listed findings per code. Default 100.
    public var findingsPerCode = 100

    /// Creates the default options.
    public init() {}
  }

  /// Settings of the linter.
  public var options: Options

  /// Creates a linter.
  public init(options: Options = Options()) { self.options = options }

  /// Returns all findings about a document, including those from reading, in text order.
  ///
  /// `waveformExists` returns whether the file at an `EventWaveformPath` exists; `nil` skips the check.
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
