import ExpoModulesCore
import Flutter
import Plugins
import Testing
import ThrumTesting
import WatchKit

/// Modules of Expo and plug-ins of Flutter, called as from JavaScript and Dart.
@Suite(.haptics(exclusive: true)) struct PluginTests {
  private let phone = HapticEnvironment.current

  @Test func `an Expo module's functions are called by name`() async throws {
    let module = TapModule(appContext: AppContext())
    let definition = module.definition()
    #expect(definition.name == "Taps")
    #expect(try await definition.call("isSupported") as? Bool == true)
    #expect(try await definition.call("double", 2.0, true) as? Double == 4)
    try await definition.call("impactAsync", "heavy")
    try await definition.call("selectionAsync")
    expectFeedback("impact-heavy", times: 1)
    expectFeedback("selection", times: 1)
    await #expect(throws: Exception.self) { try await definition.call("impactAsync", "huge") }
    await #expect(throws: Exception.self) { try await definition.call("impactAsync") }
    await #expect(throws: Exception.self) { try await definition.call("absent") }
  }

  @Test func `an Expo module's engine plays, and its promise is answered`() async throws {
    let module = TapModule(appContext: AppContext())
    let definition = module.definition()
    await #expect(throws: Exception.self) { try await definition.call("playAsync", [TapModule.Tap()]) }
    definition.send(.create)
    let late = TapModule.Tap()
    late.time = 0.5
    late.strength = 0.25
    #expect(try await definition.call("playAsync", [TapModule.Tap(), late]) as? Int == 2)
    await phone.advance(by: 1)
    expectEvent(.hapticTransient, at: 0)
    expectEvent(.hapticTransient, at: 0.5, intensity: 0.25 ± 0.01)
    definition.send(.appEntersBackground)
    try await definition.call("restartAsync")
    try await definition.call("playAsync", [TapModule.Tap()])
    expectNoErrors()
  }

  @Test func `an Expo module's arguments are converted from JavaScript's`() async throws {
    let module = TapModule(appContext: AppContext())
    let definition = module.definition()
    definition.send(.create)
    let taps: [[String: Any]] = [["time": 0, "strength": 1], ["time": 0.5, "strength": 0.25, "name": "late"]]
    #expect(try await definition.call("playAsync", taps) as? Int == 2)
    #expect(try await definition.call("double", 2, true) as? Double == 4)
    await phone.advance(by: 1)
    expectEvent(.hapticTransient, at: 0.5, intensity: 0.25 ± 0.01)
    await #expect(throws: Exception.self) { try await definition.call("playAsync", [["time": "late"]]) }
    await #expect(throws: Exception.self) { try await definition.call("double", "2", true) }
  }

  private final class Registrar: NSObject, FlutterPluginRegistrar, FlutterBinaryMessenger {
    var plugin: (any FlutterPlugin)?
    func messenger() -> any FlutterBinaryMessenger { self }
    func addMethodCallDelegate(_ delegate: any FlutterPlugin, channel: FlutterMethodChannel) { plugin = delegate }
  }

  @Test func `a Flutter plug-in handles calls from Dart`() async throws {
    let registrar = Registrar()
    TapPlugin.register(with: registrar)
    let plugin = try #require(registrar.plugin)
    func answer(_ method: String, _ arguments: Any? = nil) -> Any? {
      var answer: Any?
      plugin.handle(FlutterMethodCall(methodName: method, arguments: arguments)) { answer = $0 }
      return answer
    }
    #expect(answer("supports") as? Bool == true)
    #expect(answer("tap", ["strength": 0.5]) == nil)
    #expect((answer("tap") as? FlutterError)?.message == "no strength")
    #expect(answer("absent") as? NSObject === FlutterMethodNotImplemented)
    expectFeedback("impact-heavy", intensity: 0.5 ± 0.01)
    let channel = FlutterMethodChannel(name: "taps", binaryMessenger: registrar)
    var calls: [String] = []
    channel.setMethodCallHandler { call, _ in calls.append(call.method) }
    channel.receive(FlutterMethodCall(methodName: "ended", arguments: nil)) { _ in }
    #expect(calls == ["ended"])
  }

  @Test func `a watch's haptics are withheld on a phone`() {
    WKInterfaceDevice.current().play(.directionUp)
    #expect(WKInterfaceDevice.current() === WKInterfaceDevice.current())
    expectFeedback(times: 0)
    let logged = phone.timeline.entries.map(\.description)
    #expect(logged.contains { $0.contains("direction-up") && $0.contains("plays only on a watch") })
  }
}
