import CoreHaptics
import Foundation
import GameController
import Kitchen
import Testing
import ThrumTesting
import UIKit

/// The system's feedback plays, is logged and can be expected.
@Suite(.haptics(exclusive: true)) struct FeedbackTests {
  private let phone = HapticEnvironment.current
  private let kitchen = KitchenHaptics.shared

  @Test @MainActor func `a prepared impact plays at the requested intensity`() async {
    kitchen.prepare()
    await phone.advance(by: 1)
    kitchen.chop(0.5)
    await phone.advance(by: 1)
    expectFeedbackPrepared(.impactLight)
    expectFeedback(.impactLight, at: 1, intensity: 0.5 ± 0.01)
    expectEvents(exactly: 0)
    expectNoErrors()
  }

  @Test @MainActor func `every feedback style and system sound number has its pattern`() async {
    for style in [UIImpactFeedbackGenerator.FeedbackStyle.light, .medium, .heavy, .soft, .rigid] {
      kitchen.impact(style)
    }
    kitchen.served(true)
    kitchen.served(false)
    kitchen.turnPage()
    kitchen.ring()
    for sound: UInt32 in [1003, 1161, 1162, 1164, 1311, 1519, 1520, 1521] { kitchen.play(sound) }
    await phone.advance(by: 2)
    for name in ["impact-rigid", "notification-success", "notification-error", "selection", "vibrate", "pop"] {
      expectFeedback(name, times: 1)
    }
    expectFeedback(times: 17)
    kitchen.play(1000)
    expectFeedback(times: 17)
  }

  @Test(.haptics(.mayBeUnused)) @MainActor func `an app's delegate is asked for the device's haptics`() {
    let delegate = AppDelegate()
    UIApplication.shared.delegate = delegate
    defer { UIApplication.shared.delegate = nil }
    #expect(delegate.application(.shared, didFinishLaunchingWithOptions: nil))
    UIApplication.shared.delegate?.applicationDidBecomeActive(.shared)
    UIApplication.shared.delegate?.applicationDidEnterBackground(.shared)
    #expect(Hardware.supportsHaptics && delegate.isActive && delegate.window == nil)
  }

  @Test @MainActor func `feedback in the background is silent and raises no errors`() async {
    phone.apply(.suspendApp)
    kitchen.chop()
    await phone.advance(by: 1)
    expectFeedback(times: 0)
    expectEvents(exactly: 0)
    expectNoErrors()
    phone.apply(.resumeApp)
    kitchen.chop()
    await phone.advance(by: 1)
    expectFeedback("impact-light", at: 1)
  }

  @Test func `published values follow the app's lifecycle`() async {
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    #expect(!kitchen.isAwake)
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
    await phone.settle()
    #expect(kitchen.isAwake)
  }
}

@Suite(.haptics(profile: .controller)) struct PadTests {
  @Test func `a controller's events record their locality`() async throws {
    let pad = try #require(PadHaptics())
    try pad.rumble(.leftHandle)
    try pad.rumble(.rightHandle)
    await HapticEnvironment.current.advance(by: 1)
    let hands = HapticEnvironment.current.timeline.entries.compactMap { entry -> String? in
      if case .event = entry.fact { entry.locality } else { nil }
    }
    #expect(hands == ["left handle", "right handle"])
  }

  @Test func `a disconnected controller stops its engines`() async throws {
    let pad = try #require(PadHaptics())
    HapticEnvironment.current.apply(.disconnectController)
    await HapticEnvironment.current.advance(by: 1)
    #expect(pad.stops == [.gameControllerDisconnect, .gameControllerDisconnect])
    #expect(PadHaptics() == nil)
    HapticEnvironment.current.apply(.connectController)
    #expect(PadHaptics() != nil)
  }

  @MainActor private final class Told {
    var list: [(isConnected: Bool, pad: GCController?)] = []
  }

  @MainActor @Test func `notifications of a controller come with the controller`() async throws {
    let phone = HapticEnvironment.current
    let pad = try #require(GCController.current)
    let told = Told()
    let center = NotificationCenter.default
    let tokens = [Notification.Name.GCControllerDidConnect, .GCControllerDidDisconnect].map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        MainActor.assumeIsolated {
          told.list.append((name == .GCControllerDidConnect, notification.object as? GCController))
        }
      }
    }
    defer { tokens.forEach(center.removeObserver) }
    phone.apply(.disconnectController)
    phone.apply(.connectController)
    await phone.advance(by: 1)
    #expect(told.list.map(\.isConnected) == [false, true])
    #expect(told.list.first?.pad === pad && told.list.last?.pad === GCController.current)
  }

  @Test func `a controller and its haptics stay the same objects until it is disconnected`() throws {
    let phone = HapticEnvironment.current
    let pad = try #require(GCController.current)
    #expect(GCController.controllers().first === pad)
    #expect(Set(GCController.controllers()).union(GCController.controllers()).count == 1)
    #expect(pad.haptics != nil && pad.haptics === GCController.current?.haptics)
    phone.apply(.disconnectController)
    #expect(GCController.current == nil)
    phone.apply(.connectController)
    let next = try #require(GCController.current)
    #expect(next !== pad && next === GCController.current && next.haptics !== pad.haptics)
    #expect(HapticEnvironment.virtual(profile: .controller).withScope { GCController.current } !== next)
  }
}
