@_exported import Foundation
import Glibc

/// How important a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8
  /// Any number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Worth keeping.
  public static let `default` = Self(rawValue: 0x00)
  /// Of use at times.
  public static let info = Self(rawValue: 0x01)
  /// For developers.
  public static let debug = Self(rawValue: 0x02)
  /// An error.
  public static let error = Self(rawValue: 0x10)
  /// A mistake in a program.
  public static let fault = Self(rawValue: 0x11)
}

/// A log of a part of a program.
public final class OSLog: Sendable {
  let category: String
  /// A log.
  public init(subsystem: String, category: String) { self.category = category }
  /// The log of everything else.
  public static let `default` = OSLog(subsystem: "", category: "default")
  /// A log of nothing.
  public static let disabled = OSLog(subsystem: "", category: "")
}

/// How much of a value others may read; without effect here.
public struct OSLogPrivacy: Sendable {
  /// As the system likes.
  public static let auto = OSLogPrivacy()
  /// Readable.
  public static let `public` = OSLogPrivacy()
  /// Hidden on a phone.
  public static let `private` = OSLogPrivacy()
  /// Hidden on a phone, always.
  public static let sensitive = OSLogPrivacy()
}

/// A message with values in it.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String
  /// A message without values.
  public init(stringLiteral value: String) { text = value }
  /// A message with values.
  public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// The parts of a message.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var text = ""
    /// No parts yet.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Text.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// A value.
    public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
      text += "\(value())"
    }
  }
}

/// Logs messages. Errors and faults go to standard error; the rest, which a phone keeps out of sight, is dropped.
public struct Logger: Sendable {
  private let log: OSLog
  /// A log of a part of a program.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
  /// A log.
  public init(_ logObj: OSLog) { log = logObj }
  /// The log of everything else.
  public init() { log = .default }

  /// Logs at a level.
  public func log(level: OSLogType, _ message: OSLogMessage) { write(message.text, level, log) }
  /// Logs what is worth keeping.
  public func log(_ message: OSLogMessage) { write(message.text, .default, log) }
  /// Logs what is worth keeping.
  public func notice(_ message: OSLogMessage) { write(message.text, .default, log) }
  /// Logs the finest steps.
  public func trace(_ message: OSLogMessage) { write(message.text, .debug, log) }
  /// Logs for developers.
  public func debug(_ message: OSLogMessage) { write(message.text, .debug, log) }
  /// Logs what is of use at times.
  public func info(_ message: OSLogMessage) { write(message.text, .info, log) }
  /// Logs something unexpected.
  public func warning(_ message: OSLogMessage) { write(message.text, .error, log) }
  /// Logs an error.
  public func error(_ message: OSLogMessage) { write(message.text, .error, log) }
  /// Logs a serious error.
  public func critical(_ message: OSLogMessage) { write(message.text, .fault, log) }
  /// Logs a mistake in a program.
  public func fault(_ message: OSLogMessage) { write(message.text, .fault, log) }
}

/// Logs a message; its placeholders, such as `%{public}@` and `%d`, are filled in.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_log(_ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ args: any CVarArg...) {
  write(filled("\(message)", args), type, log)
}

/// Logs a message.
// swift-format-ignore: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ args: any CVarArg...) {
  write(filled("\(message)", args), type, log)
}

/// A format's text with its values: from a `%` on, all up to the letter that says what is wanted is a placeholder.
private func filled(_ message: String, _ values: [any CVarArg]) -> String {
  var result = ""
  var values = values[...]
  var rest = Substring(message)
  while let percent = rest.firstIndex(of: "%") {
    result += rest[..<percent]
    rest = rest[percent...].dropFirst()
    if rest.first == "{" { rest = rest.drop { $0 != "}" }.dropFirst() }
    rest = rest.drop { "-+ 0123456789.lzq".contains($0) }
    if let letter = rest.popFirst() { result += letter == "%" ? "%" : values.popFirst().map { "\($0)" } ?? "" }
  }
  return result + rest
}

private func write(_ message: String, _ type: OSLogType, _ log: OSLog) {
  guard type == .error || type == .fault, !log.category.isEmpty else { return }
  let line = Array("[\(log.category)] \(message)\n".utf8)
  _ = Glibc.write(STDERR_FILENO, line, line.count)
}
