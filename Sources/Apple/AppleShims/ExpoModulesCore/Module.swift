// Expo's names start with capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported import UIKit

/// The app around a module.
public final class AppContext {
  /// Creates a context, for tests.
  public init() {}
}

/// A module of native code.
public protocol AnyModule: AnyObject {
  /// Creates the module.
  init(appContext: AppContext)
  /// What the module offers to JavaScript.
  @ModuleDefinitionBuilder func definition() -> ModuleDefinition
}

/// Base class of modules.
open class BaseModule {
  /// The app around the module.
  public private(set) weak var appContext: AppContext?
  /// Creates the module.
  public required init(appContext: AppContext) { self.appContext = appContext }
  /// Does nothing, as there is no JavaScript.
  public func sendEvent(_ eventName: String, _ body: [String: Any?] = [:]) {}
}

/// A module.
public typealias Module = AnyModule & BaseModule

/// Collects the parts of a module.
@resultBuilder public enum ModuleDefinitionBuilder {
  /// Collects the parts.
  public static func buildBlock(_ definitions: any AnyDefinition...) -> ModuleDefinition {
    ModuleDefinition(definitions)
  }
}

/// What a module offers to JavaScript. There is no JavaScript: tests call the functions by name.
public final class ModuleDefinition {
  private let parts: [any AnyDefinition]
  init(_ parts: [any AnyDefinition]) { self.parts = parts }

  /// Name in JavaScript.
  public var name: String { parts.lazy.compactMap { ($0 as? NameDefinition)?.name }.first ?? "" }

  /// Calls a function, as JavaScript does, on the queue that the module gives for it. Enumerations can be given by
  /// their raw values, records as dictionaries. Not in Expo.
  ///
  /// - Throws: `Exception` for an unknown name or wrong arguments, or the function's error.
  @discardableResult public func call(_ name: String, _ arguments: Any...) async throws -> Any? {
    guard let function = parts.lazy.compactMap({ $0 as? FunctionDefinition }).first(where: { $0.name == name }) else {
      throw Exception(name: "FunctionNotFound", description: "module \(self.name) has no function \(name)")
    }
    return try await function.call(arguments)
  }

  /// Runs what the module does at an event, as Expo does. Not in Expo.
  public func send(_ event: ModuleEvent) {
    for case let listener as ListenerDefinition in parts where listener.event == event { listener.action() }
  }
}

/// An event in a module's life.
public enum ModuleEvent: Sendable {
  case create, destroy, startObserving, stopObserving, appEntersForeground, appBecomesActive, appEntersBackground
}

/// An error that JavaScript receives.
// Safety: nothing changes it.
open class Exception: Error, CustomStringConvertible, @unchecked Sendable {
  /// Name of the error.
  public let name: String
  /// Message for people.
  public let description: String
  /// Creates an error.
  public init(name: String, description: String) { (self.name, self.description) = (name, description) }
  /// Creates an error.
  public convenience init(_ description: String) { self.init(name: "Exception", description: description) }
}

// As in Expo, a closure may use members without `self`.

/// Names the module.
public func Name(_ name: String) -> NameDefinition { NameDefinition(name: name) }
/// Names the events that the module sends.
public func Events(_ names: String...) -> InertDefinition { InertDefinition() }
/// Names the events that the module sends.
public func Events(_ names: [String]) -> InertDefinition { InertDefinition() }
/// Gives constants to JavaScript.
public func Constants(_ body: @autoclosure () -> [String: Any?]) -> InertDefinition { InertDefinition() }
/// Gives constants to JavaScript.
public func Constants(@_implicitSelfCapture _ body: @escaping () -> [String: Any?]) -> InertDefinition {
  InertDefinition()
}

/// Declares a property, which tests read by calling it.
public func Property<Value>(_ name: String, @_implicitSelfCapture _ get: @escaping () -> Value) -> FunctionDefinition {
  FunctionDefinition(name, sync: { _ in get() })
}

/// Declares a function.
public func Function<each Argument, Result>(
  _ name: String, @_implicitSelfCapture _ closure: @escaping (repeat each Argument) throws -> Result
) -> FunctionDefinition {
  FunctionDefinition(name, sync: { arguments in try closure(repeat try arguments.next((each Argument).self)) })
}

/// Declares a function that JavaScript awaits.
public func AsyncFunction<each Argument, Result>(
  _ name: String, @_implicitSelfCapture _ closure: @escaping (repeat each Argument) throws -> Result
) -> FunctionDefinition {
  FunctionDefinition(name, sync: { arguments in try closure(repeat try arguments.next((each Argument).self)) })
}

/// Declares an asynchronous function.
public func AsyncFunction<each Argument, Result>(
  _ name: String, @_implicitSelfCapture _ closure: @escaping (repeat each Argument) async throws -> Result
) -> FunctionDefinition {
  FunctionDefinition(name) { arguments in
    let values = (repeat try arguments.next((each Argument).self))
    return try await closure(repeat each values)
  }
}

/// Runs when the module is created.
public func OnCreate(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .create, action: action)
}
/// Runs before the module is destroyed.
public func OnDestroy(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .destroy, action: action)
}
/// Runs when JavaScript starts to listen to events.
public func OnStartObserving(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .startObserving, action: action)
}
/// Runs when JavaScript stops listening to events.
public func OnStopObserving(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .stopObserving, action: action)
}
/// Runs when the app is about to enter the foreground.
public func OnAppEntersForeground(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .appEntersForeground, action: action)
}
/// Runs when the app has become active.
public func OnAppBecomesActive(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .appBecomesActive, action: action)
}
/// Runs when the app has entered the background.
public func OnAppEntersBackground(@_implicitSelfCapture _ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .appEntersBackground, action: action)
}
