// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics
import Flutter
import UIKit
import WatchKit

/// A plug-in for Flutter.
public class TapPlugin: NSObject, FlutterPlugin {
  private var engine: CHHapticEngine?

  public static func register(with registrar: FlutterPluginRegistrar) {
    let channel = FlutterMethodChannel(name: "taps", binaryMessenger: registrar.messenger())
    let instance = TapPlugin()
    registrar.addMethodCallDelegate(instance, channel: channel)
  }

  public func handle(_ call: FlutterMethodCall, result: @escaping FlutterResult) {
    switch call.method {
    case "supports":
      result(CHHapticEngine.capabilitiesForHardware().supportsHaptics)
    case "tap":
      guard let arguments = call.arguments as? [String: Any], let strength = arguments["strength"] as? Double else {
        return result(FlutterError(code: "taps", message: "no strength", details: nil))
      }
      UIImpactFeedbackGenerator(style: .heavy).impactOccurred(intensity: CGFloat(strength))
      result(nil)
    case "watch":
      WKInterfaceDevice.current().play(.directionUp)
      result(nil)
    default:
      result(FlutterMethodNotImplemented)
    }
  }
}
