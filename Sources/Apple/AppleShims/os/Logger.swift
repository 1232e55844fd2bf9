@_exported import Foundation
import Glibc

/// A message's level.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// Apple's value.
  public let rawValue: UInt8
  /// Creates a level.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Default level.
  public static let `default` = Self(rawValue: 0x00)
  /// Informational messages.
  public static let info = Self(rawValue: 0x01)
  /// Messages for debugging.
  public static let debug = Self(rawValue: 0x02)
  /// Errors.
  public static let error = Self(rawValue: 0x10)
  /// Programming errors.
  public static let fault = Self(rawValue: 0x11)
}

/// A log for part of a program.
public final class OSLog: Sendable {
  let category: String
  /// Creates a log whose messages name only the category.
  public init(subsystem: String, category: String) { self.category = category }
  /// Default log.
  public static let `default` = OSLog(subsystem: "", category: "default")
  /// Discards every message.
  public static let disabled = OSLog(subsystem: "", category: "")
}

/// A value's visibility in the log. Has no effect.
public struct OSLogPrivacy: Sendable {
  /// Decided by the system.
  public static let auto = OSLogPrivacy()
  /// Visible.
  public static let `public` = OSLogPrivacy()
  /// Hidden on a phone.
  public static let `private` = OSLogPrivacy()
  /// Always hidden on a phone.
  public static let sensitive = OSLogPrivacy()
}

/// A message with interpolated values.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String
  /// Creates a message.
  public init(stringLiteral value: String) { text = value }
  /// Creates a message.
  public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// Collects the parts of a message.
  public struct Interpolation: StringInterpolationProtocol, Sendable {
    var text = ""
    /// Creates an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends text.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Appends a value.
    public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
      text += "\(value())"
    }
  }
}

/// Logs errors and faults to standard error, and drops other messages.
public struct Logger: Sendable {
  private let log: OSLog
  /// Creates a logger.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
  /// Creates a logger for a log.
  public init(_ logObj: OSLog) { log = logObj }
  /// Creates a logger for the default log.
  public init() { log = .default }

  /// Logs a message at a level.
  public func log(level: OSLogType, _ message: OSLogMessage) { write(message.text, level, log) }
  /// Logs at `default`.
  public func log(_ message: OSLogMessage) { write(message.text, .default, log) }
  /// Logs at `default`.
  public func notice(_ message: OSLogMessage) { write(message.text, .default, log) }
  /// Logs at `debug`.
  public func trace(_ message: OSLogMessage) { write(message.text, .debug, log) }
  /// Logs at `debug`.
  public func debug(_ message: OSLogMessage) { write(message.text, .debug, log) }
  /// Logs at `info`.
  public func info(_ message: OSLogMessage) { write(message.text, .info, log) }
  /// Logs at `error`.
  public func warning(_ message: OSLogMessage) { write(message.text, .error, log) }
  /// Logs at `error`.
  public func error(_ message: OSLogMessage) { write(message.text, .error, log) }
  /// Logs at `fault`.
  public func critical(_ message: OSLogMessage) { write(message.text, .fault, log) }
  /// Logs at `fault`.
  public func fault(_ message: OSLogMessage) { write(message.text, .fault, log) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Logs a message, filling in placeholders such as `%{public}@` and `%d`.
public func os_log(_ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ args: any CVarArg...) {
  write(filled("\(message)", args), type, log)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Logs a message.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ args: any CVarArg...) {
  write(filled("\(message)", args), type, log)
}

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
