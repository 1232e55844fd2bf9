@_exported import UIKit

/// Answers a call from Dart: with a value, a ``FlutterError`` or ``FlutterMethodNotImplemented``.
public typealias FlutterResult = (Any?) -> Void
/// Handles calls from Dart.
public typealias FlutterMethodCallHandler = (FlutterMethodCall, @escaping FlutterResult) -> Void

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The answer to a method that a plug-in does not have.
// Safety: an object without state.
public nonisolated(unsafe) let FlutterMethodNotImplemented = NSObject()

/// A call from Dart. A test makes one and passes it to the plug-in's `handle(_:result:)`.
open class FlutterMethodCall: NSObject {
  /// Name of the method.
  public let method: String
  /// The arguments: a value or a dictionary.
  public let arguments: Any?
  /// Creates a call.
  public init(methodName method: String, arguments: Any?) { (self.method, self.arguments) = (method, arguments) }
}

/// The answer to a call that failed.
// Safety: nothing changes it; whoever makes it answers for its details.
open class FlutterError: NSObject, Error, @unchecked Sendable {
  /// Code for programs.
  public let code: String
  /// Message for people.
  public let message: String?
  /// Further details.
  public let details: Any?
  /// Creates an error.
  public init(code: String, message: String?, details: Any?) {
    (self.code, self.message, self.details) = (code, message, details)
  }
}

/// Carries messages between Dart and the app. Tests bring their own.
public protocol FlutterBinaryMessenger: NSObjectProtocol {}

/// A channel for calls. There is no Dart: nothing answers calls to it, and tests pass on calls from it.
open class FlutterMethodChannel: NSObject {
  /// Name of the channel.
  public let name: String
  private var handler: FlutterMethodCallHandler?

  /// Creates a channel.
  public init(name: String, binaryMessenger messenger: any FlutterBinaryMessenger) { self.name = name }

  /// Sets what handles calls from Dart.
  open func setMethodCallHandler(_ handler: FlutterMethodCallHandler?) { self.handler = handler }
  /// Passes a call to the handler, as Dart does. Not in Flutter.
  open func receive(_ call: FlutterMethodCall, result: @escaping FlutterResult) {
    if let handler { handler(call, result) } else { result(FlutterMethodNotImplemented) }
  }
  /// Calls a method in Dart, which is not there.
  open func invokeMethod(_ method: String, arguments: Any?) {}
  /// Calls a method in Dart, which is not there: answers ``FlutterMethodNotImplemented``.
  open func invokeMethod(_ method: String, arguments: Any?, result callback: FlutterResult?) {
    callback?(FlutterMethodNotImplemented)
  }
}

/// What a plug-in registers with. Tests bring their own.
public protocol FlutterPluginRegistrar: NSObjectProtocol {
  /// Returns the messenger for channels.
  func messenger() -> any FlutterBinaryMessenger
  /// Sends the channel's calls to a plug-in.
  func addMethodCallDelegate(_ delegate: any FlutterPlugin, channel: FlutterMethodChannel)
  /// Returns an asset's path within the app.
  func lookupKey(forAsset asset: String) -> String
}

extension FlutterPluginRegistrar {
  /// Sends the channel's calls to a plug-in.
  public func addMethodCallDelegate(_ delegate: any FlutterPlugin, channel: FlutterMethodChannel) {
    channel.setMethodCallHandler { [weak delegate] call, result in
      if let delegate { delegate.handle(call, result: result) } else { result(FlutterMethodNotImplemented) }
    }
  }
  /// Returns the asset's own name.
  public func lookupKey(forAsset asset: String) -> String { asset }
}

/// A plug-in.
public protocol FlutterPlugin: NSObjectProtocol {
  /// Makes the plug-in's channels.
  static func register(with registrar: any FlutterPluginRegistrar)
  /// Handles a call from Dart.
  func handle(_ call: FlutterMethodCall, result: @escaping FlutterResult)
  /// Called at the end.
  func detachFromEngine(for registrar: any FlutterPluginRegistrar)
}

extension FlutterPlugin {
  /// Answers that there is no such method.
  public func handle(_ call: FlutterMethodCall, result: @escaping FlutterResult) { result(FlutterMethodNotImplemented) }
  /// Does nothing.
  public func detachFromEngine(for registrar: any FlutterPluginRegistrar) {}
}
