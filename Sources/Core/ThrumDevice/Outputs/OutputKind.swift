import Synchronization

/// Kind of output, selected by name, as in `THRUM_DEVICE`: `alsa`, `alsa:NAME`, `wav:PATH`.
public struct OutputKind: Sendable {
  /// Text after the name and colon.
  public enum Argument: Equatable, Sendable {
    case none
    /// Optional, with a placeholder such as `NAME`.
    case optional(String)
    /// Required, with a placeholder such as `PATH`.
    case required(String)
  }

  /// Name, such as `alsa`.
  public let name: String
  /// Argument after the name.
  public let argument: Argument
  /// One-line description.
  public let summary: String
  package let audience: Audience
  /// Settings that have an effect.
  package let obeys: Set<Setting>
  /// Another spelling of the name, such as `null`.
  package let otherName: String?
  /// Lists devices without opening any.
  package let list: @Sendable () -> [ListedDevice]
  package let obstacle: @Sendable () -> String?
  /// Creates an output from the argument, which may be empty.
  public let make: @Sendable (String) -> any OutputDevice

  /// Creates a kind.
  public init(
    _ name: String, argument: Argument = .none, summary: String, make: @escaping @Sendable (String) -> any OutputDevice
  ) {
    self.init(name, argument: argument, summary: summary, audience: .ears, make: make)
  }

  package init(
    _ name: String, or otherName: String? = nil, argument: Argument = .none, summary: String, audience: Audience,
    obeys: Set<Setting> = Set(Setting.allCases),
    list: @escaping @Sendable () -> [ListedDevice] = { [] }, obstacle: @escaping @Sendable () -> String? = { nil },
    make: @escaping @Sendable (String) -> any OutputDevice
  ) {
    self.name = name
    self.argument = argument
    self.summary = summary
    self.audience = audience
    self.obeys = obeys
    self.otherName = otherName
    self.list = list
    self.obstacle = obstacle
    self.make = make
  }

  package enum Setting: CaseIterable, Sendable {
    case channels, period, buffer
    /// How samples are made: motor, monitor, gain and drive.
    case samples
  }

  package enum Audience: Sendable {
    /// A sound card or sound server.
    case ears
    /// A game pad.
    case hand
    /// A file, or silence.
    case nobody
  }

  /// Whether the name requires an argument.
  public var needsArgument: Bool { if case .required = argument { true } else { false } }

  /// Accepted spellings, such as `alsa` and `alsa:NAME`.
  public var forms: [String] {
    switch argument {
    case .none: [name]
    case .optional(let word): [name, "\(name):\(word)"]
    case .required(let word): ["\(name):\(word)"]
    }
  }
}

// MARK: Registered kinds

extension OutputKind {
  private static let known = Mutex<[OutputKind]>([])

  /// Registers a kind, unless the name is taken.
  public static func register(_ kind: OutputKind) {
    known.withLock { if !$0.contains(where: { $0.name == kind.name }) { $0.append(kind) } }
  }

  /// Devices of all kinds: built-in ones first, then game pads, then others.
  ///
  /// - Thread: any; may block while libraries load.
  package static var devices: [ListedDevice] {
    let listed = all.flatMap { $0.list() }
    return ListedDevice.Source.allCases.flatMap { source in listed.filter { $0.source == source } }
  }

  /// Registered kinds, in order of registration.
  public static var all: [OutputKind] { known.withLock { $0 } }

  /// Returns all names for a message, such as `silent, alsa, alsa:NAME or wav:PATH`.
  public static func names(and others: [String] = []) -> String {
    let forms = all.flatMap { $0.forms } + others
    return forms.dropLast().joined(separator: ", ") + (forms.count > 1 ? " or " : "") + (forms.last ?? "")
  }

  /// Returns the kind that a name means, with or without an argument.
  package static func kind(of text: String) -> OutputKind? {
    let name = text.prefix { $0 != ":" }
    return all.first { $0.name == name || $0.otherName.map { $0 == name } ?? false }
  }

  /// Returns the factory for a named output.
  ///
  /// - Throws: ``OutputError`` `noDevice` for an unknown name.
  public static func output(named text: String) throws(OutputError) -> @Sendable () -> any OutputDevice {
    let colon = text.firstIndex(of: ":")
    let argument = colon.map { String(text[text.index(after: $0)...]) } ?? ""
    guard let kind = kind(of: text) else {
      throw OutputError(.noDevice, device: text, message: "there is no device “\(text)”: choose from \(names())")
    }
    let isComplete =
      switch kind.argument {
      case .none: colon == nil
      case .optional: colon == nil || !argument.isEmpty
      case .required: !argument.isEmpty
      }
    guard isComplete else {
      throw OutputError(
        .noDevice, device: text, message: "“\(text)” is incomplete: write \(kind.forms.joined(separator: " or "))")
    }
    let make = kind.make
    return { make(argument) }
  }
}
