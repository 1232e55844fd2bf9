import Dispatch

/// A part of a module.
public protocol AnyDefinition {}

/// A name.
public struct NameDefinition: AnyDefinition { let name: String }

/// A part without an effect: events and constants, which only JavaScript would use.
public struct InertDefinition: AnyDefinition {}

/// What happens at an event.
public struct ListenerDefinition: AnyDefinition {
  let event: ModuleEvent
  let action: () -> Void
}

/// A function.
public struct FunctionDefinition: AnyDefinition {
  let name: String
  private var queue: DispatchQueue?
  private let body: (inout Arguments) async throws -> Any?

  init(_ name: String, _ body: @escaping (inout Arguments) async throws -> Any?) {
    (self.name, self.body) = (name, body)
  }
  init(_ name: String, sync body: @escaping (inout Arguments) throws -> Any?) {
    (self.name, self.body, self.sync) = (name, body, body)
  }
  private var sync: ((inout Arguments) throws -> Any?)?

  /// Calls the function on a queue. Asynchronous closures choose their own.
  public func runOnQueue(_ queue: DispatchQueue) -> Self {
    var result = self
    result.queue = queue
    return result
  }

  func call(_ values: [Any]) async throws -> Any? {
    var arguments = Arguments(values)
    let result = try await call(&arguments)
    return arguments.promise.isUsed ? try await arguments.promise.answer() : result
  }

  private func call(_ arguments: inout Arguments) async throws -> Any? {
    guard let sync else { return try await body(&arguments) }
    guard let queue else { return try sync(&arguments) }
    // Safety: the caller waits for the queue, so that only one of the two uses these at a time.
    nonisolated(unsafe) let (function, given) = (sync, arguments)
    nonisolated(unsafe) var result: Any?
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      queue.async {
        var arguments = given
        continuation.resume(with: Swift.Result { result = try function(&arguments) })
      }
    }
    return result
  }
}

/// Values for a function's parameters.
struct Arguments {
  let promise = Promise()
  private var values: ArraySlice<Any>
  init(_ values: [Any]) { self.values = values[...] }

  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    if let promise = promise as? Value {
      self.promise.isUsed = true
      return promise
    }
    let given = values.popFirst()
    if let value = converted(given, to: type) { return value }
    throw Exception(
      name: "InvalidArgument", description: "expected \(type), not \(given.map { "\($0)" } ?? "nothing")")
  }
}

/// Converts a value from JavaScript as Expo does: to other numbers, enumerations and records, also in arrays.
func converted<Value>(_ given: Any?, to type: Value.Type) -> Value? {
  if let value = given as? Value { return value }
  switch type {
  case let type as any Enumerable.Type: return type.make(from: given) as? Value
  case let type as any Record.Type: return type.make(from: given) as? Value
  case let type as any Container.Type: return type.make(from: given) as? Value
  case let type as any BinaryFloatingPoint.Type: return number(given).map { type.init($0) } as? Value
  case let type as any BinaryInteger.Type: return number(given).flatMap { type.init(exactly: $0) } as? Value
  default: return nil
  }
}

private func number(_ value: Any?) -> Double? {
  switch value {
  case let value as any BinaryInteger: Double(value)
  case let value as any BinaryFloatingPoint: Double(value)
  default: nil
  }
}

private protocol Container { static func make(from value: Any?) -> Self? }

extension Array: Container {
  fileprivate static func make(from value: Any?) -> [Element]? {
    guard let values = value as? [Any] else { return nil }
    let elements = values.compactMap { converted($0, to: Element.self) }
    return elements.count == values.count ? elements : nil
  }
}

extension Optional: Container {
  fileprivate static func make(from value: Any?) -> Wrapped?? { converted(value, to: Wrapped.self).map { .some($0) } }
}

/// An enumeration that JavaScript passes by its raw value.
public protocol Enumerable: RawRepresentable, CaseIterable {}

/// Older name of ``Enumerable``.
public typealias EnumArgument = Enumerable

extension Enumerable {
  static func make(from value: Any?) -> Self? { (value as? RawValue).flatMap(Self.init) }
}

/// A dictionary with named fields.
public protocol Record { init() }

extension Record {
  fileprivate static func make(from value: Any?) -> Self? {
    guard let members = value as? [String: Any] else { return nil }
    let record = Self()
    for child in Mirror(reflecting: record).children {
      guard let field = child.value as? any AnyField, let name = child.label?.dropFirst(),
        let member = members[String(name)]
      else { continue }
      guard field.set(from: member) else { return nil }
    }
    return record
  }
}

protocol AnyField { func set(from member: Any) -> Bool }

/// Answers an asynchronous call. A function that takes one is over when it is answered.
// Safety: `isUsed` is set while the function's arguments are read, before the function has the promise.
public final class Promise: @unchecked Sendable {
  fileprivate(set) var isUsed = false
  private let (answers, answering) = AsyncThrowingStream<Answer, any Error>.makeStream()
  // Safety: passed on, not used.
  private struct Answer: @unchecked Sendable { let value: Any? }

  fileprivate func answer() async throws -> Any? {
    for try await answer in answers { return answer.value }
    return nil
  }

  /// Answers with a value.
  public func resolve(_ value: Any? = nil) { answering.yield(Answer(value: value)) }
  /// Answers with an error.
  public func reject(_ error: any Error) { answering.finish(throwing: error) }
  /// Answers with an error.
  public func reject(_ code: String, _ description: String) {
    reject(Exception(name: code, description: description))
  }
}
