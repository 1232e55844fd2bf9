// Expo's names start with capitals.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Names the module.
public func Name(_ name: String) -> NameDefinition { NameDefinition(name: name) }
/// Names the events that the module sends.
public func Events(_ names: String...) -> InertDefinition { InertDefinition() }
/// Gives constants to JavaScript.
public func Constants(_ body: @autoclosure () -> [String: Any?]) -> InertDefinition { InertDefinition() }
/// Gives constants to JavaScript.
public func Constants(_ body: @escaping () -> [String: Any?]) -> InertDefinition { InertDefinition() }

/// Declares a property, which tests read by calling it.
public func Property<Value>(_ name: String, _ get: @escaping () -> Value) -> FunctionDefinition {
  FunctionDefinition(name, sync: { _ in get() })
}

/// Declares a function.
public func Function<each Argument, Result>(
  _ name: String, _ closure: @escaping (repeat each Argument) throws -> Result
) -> FunctionDefinition {
  FunctionDefinition(name, sync: { arguments in try closure(repeat try arguments.next((each Argument).self)) })
}

/// Declares a function that JavaScript awaits.
public func AsyncFunction<each Argument, Result>(
  _ name: String, _ closure: @escaping (repeat each Argument) throws -> Result
) -> FunctionDefinition {
  FunctionDefinition(name, sync: { arguments in try closure(repeat try arguments.next((each Argument).self)) })
}

/// Declares an asynchronous function.
public func AsyncFunction<each Argument, Result>(
  _ name: String, _ closure: @escaping (repeat each Argument) async throws -> Result
) -> FunctionDefinition {
  FunctionDefinition(name) { arguments in
    let values = (repeat try arguments.next((each Argument).self))
    return try await closure(repeat each values)
  }
}

/// Runs when the module is created.
public func OnCreate(_ action: @escaping () -> Void) -> ListenerDefinition { .init(event: .create, action: action) }
/// Runs before the module is destroyed.
public func OnDestroy(_ action: @escaping () -> Void) -> ListenerDefinition { .init(event: .destroy, action: action) }
/// Runs when JavaScript starts to listen to events.
public func OnStartObserving(_ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .startObserving, action: action)
}
/// Runs when JavaScript stops listening to events.
public func OnStopObserving(_ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .stopObserving, action: action)
}
/// Runs when the app is about to enter the foreground.
public func OnAppEntersForeground(_ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .appEntersForeground, action: action)
}
/// Runs when the app has become active.
public func OnAppBecomesActive(_ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .appBecomesActive, action: action)
}
/// Runs when the app has entered the background.
public func OnAppEntersBackground(_ action: @escaping () -> Void) -> ListenerDefinition {
  .init(event: .appEntersBackground, action: action)
}
