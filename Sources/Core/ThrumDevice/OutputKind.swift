import Synchronization

/// A kind of output that can be asked for by name, as in `THRUM_DEVICE`: `alsa`, `alsa:NAME`, `wav:PATH`.
///
/// A kind is registered once, and is then known wherever outputs are named: by engines, the command line, the C interface and
/// their messages.
public struct OutputKind: Sendable {
  /// What follows the name and a colon.
  public enum Argument: Equatable, Sendable {
    case none
    /// May be left out; what it is called in help, such as `NAME`.
    case optional(String)
    /// What it is called in help, such as `PATH`.
    case required(String)
  }

  /// The name, such as `alsa`.
  public let name: String
  /// What may follow it.
  public let argument: Argument
  /// One line for lists.
  public let summary: String
  /// Who notices what is played.
  package let audience: Audience
  /// The devices of this kind that are there now; opens none.
  package let list: @Sendable () -> [ListedDevice]
  /// Why none of this kind can be looked for, in a sentence; `nil` when they can.
  package let obstacle: @Sendable () -> String?
  /// Makes an output of the argument, which is empty when it was left out.
  public let make: @Sendable (String) -> any OutputDevice

  /// Describes a kind.
  public init(
    _ name: String, argument: Argument = .none, summary: String, make: @escaping @Sendable (String) -> any OutputDevice
  ) {
    self.init(name, argument: argument, summary: summary, audience: .ears, make: make)
  }

  /// Describes a kind whose devices can be listed.
  package init(
    _ name: String, argument: Argument = .none, summary: String, audience: Audience,
    list: @escaping @Sendable () -> [ListedDevice] = { [] }, obstacle: @escaping @Sendable () -> String? = { nil },
    make: @escaping @Sendable (String) -> any OutputDevice
  ) {
    self.name = name
    self.argument = argument
    self.summary = summary
    self.audience = audience
    self.list = list
    self.obstacle = obstacle
    self.make = make
  }

  /// Who notices what an output plays.
  package enum Audience: Sendable {
    /// A sound card or a sound server.
    case ears
    /// A game pad.
    case hand
    /// Nobody: it is a file, or silence.
    case nobody
  }

  /// Whether the name alone is not enough.
  public var needsArgument: Bool { if case .required = argument { true } else { false } }

  /// How it is written: `alsa`, `alsa:NAME`.
  public var forms: [String] {
    switch argument {
    case .none: [name]
    case .optional(let word): [name, "\(name):\(word)"]
    case .required(let word): ["\(name):\(word)"]
    }
  }
}

// MARK: Those that are known

extension OutputKind {
  private static let known = Mutex<[OutputKind]>([])

  /// Makes a kind known; of two of the same name the first stays.
  ///
  /// - Thread: any.
  public static func register(_ kind: OutputKind) {
    known.withLock { if !$0.contains(where: { $0.name == kind.name }) { $0.append(kind) } }
  }

  /// The devices of all kinds that are known: built in first, then game pads, then the rest.
  ///
  /// - Thread: any; may block while libraries are loaded.
  package static var devices: [ListedDevice] {
    let listed = all.flatMap { $0.list() }
    return ListedDevice.Source.allCases.flatMap { source in listed.filter { $0.source == source } }
  }

  /// Every kind that is known, in the order of registration.
  ///
  /// - Thread: any.
  public static var all: [OutputKind] { known.withLock { $0 } }

  /// All names as a person reads them: `silent, alsa, alsa:NAME or wav:PATH`. `others` come last.
  public static func names(and others: [String] = []) -> String {
    let forms = all.flatMap(\.forms) + others
    return forms.dropLast().joined(separator: ", ") + (forms.count > 1 ? " or " : "") + (forms.last ?? "")
  }

  /// What makes the output of a name.
  ///
  /// - Throws: ``OutputError`` `noDevice` for a name that no kind has, with those that there are.
  public static func output(named text: String) throws(OutputError) -> @Sendable () -> any OutputDevice {
    let colon = text.firstIndex(of: ":")
    let name = colon.map { String(text[..<$0]) } ?? text
    let argument = colon.map { String(text[text.index(after: $0)...]) } ?? ""
    guard let kind = all.first(where: { $0.name == name }) else {
      throw OutputError(.noDevice, device: text, message: "there is no device “\(text)”: it can be \(names())")
    }
    let isComplete =
      switch kind.argument {
      case .none: colon == nil
      case .optional: colon == nil || !argument.isEmpty
      case .required: !argument.isEmpty
      }
    guard isComplete else {
      throw OutputError(
        .noDevice, device: text, message: "“\(text)” is not complete: write \(kind.forms.joined(separator: " or "))")
    }
    let make = kind.make
    return { make(argument) }
  }
}
