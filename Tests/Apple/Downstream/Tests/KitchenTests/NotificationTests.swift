import AVFoundation
import Kitchen
import Synchronization
import Testing
import ThrumTesting
import UIKit

/// An app that counts what it hears of the phone.
private final class Listener: Sendable {
  private struct Heard: Sendable {
    var names: [String] = []
  }
  private let heard = Mutex(Heard())
  var count: Int { heard.withLock { $0.names.count } }
  var names: [String] { heard.withLock { $0.names } }

  init(_ names: [Notification.Name]) {
    for name in names {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        self?.heard.withLock { $0.names.append(String(notification.name.rawValue.prefix { $0 != "#" })) }
      }
    }
  }
}

@Suite(.haptics(mayBeUnused: true)) struct NotificationTests {
  @Test(arguments: 0..<20) func `a notification reaches only observers in the same test`(_ number: Int) async {
    let listener = Listener([UIApplication.willEnterForegroundNotification])
    for _ in 0...number {
      NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
      await HapticEnvironment.current.settle()
    }
    #expect(listener.count == number + 1)
  }

  @Test func `faults post the same notifications as on a phone`() async {
    let phone = HapticEnvironment.current
    let listener = Listener([
      UIApplication.didEnterBackgroundNotification, UIApplication.willEnterForegroundNotification,
      AVAudioSession.interruptionNotification,
    ])
    phone.apply(.suspendApp)
    await phone.settle()
    phone.apply(.resumeApp)
    await phone.settle()
    phone.apply(.interruptAudio)
    await phone.settle()
    #expect(
      listener.names == [
        "UIApplicationDidEnterBackgroundNotification", "UIApplicationWillEnterForegroundNotification",
        "AVAudioSessionInterruptionNotification",
      ])
  }

  @Test func `an interruption's notification contains its type`() async {
    let phone = HapticEnvironment.current
    let types = Mutex<[UInt?]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
    ) { notification in
      types.withLock { $0.append(notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt) }
    }
    phone.apply(.interruptAudio)
    await phone.settle()
    phone.apply(.endInterruption)
    await phone.settle()
    NotificationCenter.default.removeObserver(observer)
    #expect(types.withLock { $0 } == [1, 0])
  }
}
