import AVFoundation
import Combine
import CoreGraphics
import Kitchen
import SwiftUI
import Testing
import ThrumTesting
import os

@Suite(.haptics(mayBeUnused: true)) struct StateTests {
  @Test func `an object announces a change before its property changes`() {
    let stove = Stove()
    var seen: [Int] = []
    let subscription = stove.objectWillChange.sink { seen.append(stove.heat) }
    stove.heat = 2
    stove.heat = 5
    subscription.cancel()
    stove.heat = 1
    #expect(seen.contains(0) && seen.contains(2) && !seen.contains(5))
  }

  @Test func `a subscriber receives the new value while the property still has the old one`() {
    let stove = Stove()
    var pairs: [[Int]] = []
    let subscription = stove.$heat.sink { pairs.append([$0, stove.heat]) }
    stove.heat = 4
    #expect(pairs == [[0, 0], [4, 0]])
    #expect(stove.isHot)
    subscription.cancel()
  }

  @MainActor @Test func `sensory feedback plays when its trigger changes`() async {
    RecipeView(page: 1).update(to: RecipeView(page: 1))
    expectFeedback(times: 0)
    RecipeView(page: 1).update(to: RecipeView(page: 2))
    expectFeedback("selection", at: 0)
    RecipeView(page: 2).update(to: RecipeView(page: 5, isDone: true))
    await HapticEnvironment.current.advance(by: 1)
    expectFeedback("selection", times: 2)
    expectFeedback("notification-success", times: 1)
    expectFeedback("impact-heavy", intensity: 0.5 ± 0.01)
  }

  @MainActor @Test func `modifiers and onChange closures run when a view is updated`() {
    var heard: [Bool] = []
    TimerView(isOver: false).update(to: TimerView(isOver: true) { heard.append($0) })
    TimerView(isOver: true).update(to: TimerView(isOver: true) { heard.append($0) })
    expectFeedback("notification-warning", times: 1)
    #expect(heard == [true])
  }

  @MainActor @Test func `onChange calls the new view's closure, and the older kind the old view's`() {
    var heard: [String] = []
    func view(_ name: String, _ value: Int) -> some View {
      EmptyView().onChange(of: value) { old, new in heard.append("\(name) \(old) \(new)") }
        .onChange(of: value, initial: true) { heard.append("\(name) initial") }
        .onChange(of: value) { new in heard.append("\(name) \(new)") }
    }
    let old = view("old", 1)
    old.perform(.appear)
    #expect(heard == ["old initial"])
    heard = []
    old.update(to: view("new", 2))
    #expect(heard.sorted() == ["new 1 2", "new initial", "old 2"])
  }

  @MainActor @Test func `a modifier compares a published value with the last`() {
    var heard: [[Int]] = []
    func view(_ value: Int) -> some View { EmptyView().telling(value) { heard.append([$0, $1]) } }
    view(1).perform(.appear)
    view(1).update(to: view(1))
    #expect(heard.isEmpty)
    view(1).update(to: view(2))
    view(2).update(to: view(4))
    #expect(heard == [[1, 2], [2, 4]])
  }

  @MainActor @Test func `a view receives a subject's values from the time at which it appears`() {
    let subject = PassthroughSubject<Int, Never>()
    var heard: [Int] = []
    let view = EmptyView().onReceive(subject) { heard.append($0) }
    subject.send(1)
    view.perform(.appear)
    subject.send(2)
    view.update(to: view)
    subject.send(3)
    #expect(heard == [2, 3])
  }

  @MainActor @Test func `feedback meant for another kind of device is silent`() {
    EmptyView().sensoryFeedback(.increase, trigger: 0).update(to: EmptyView().sensoryFeedback(.increase, trigger: 1))
    UICanvasFeedbackGenerator().alignmentOccurred(at: .zero)
    expectFeedback(times: 0)
  }

  @MainActor @Test func `objects that Apple shares stay the same objects`() {
    #expect(UIApplication.shared === UIApplication.shared && UIDevice.current === UIDevice.current)
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    let engine = AVAudioEngine()
    #expect(engine.mainMixerNode === engine.mainMixerNode && engine.mainMixerNode.engine === engine)
    #expect(engine.inputNode === engine.inputNode && engine.outputNode === engine.outputNode)
    #expect(engine.outputNode.outputFormat(forBus: 0) == engine.mainMixerNode.outputFormat(forBus: 0))
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) != engine.inputNode.inputFormat(forBus: 0))
  }

  @MainActor @Test func `new kinds of feedback meant for another kind of device are silent and logged`() {
    let kinds: [SensoryFeedback] = [
      .pathComplete, .alignment, .levelChange, .press(.button), .press(.tab), .release(.slider), .selection(.maximum),
      .selection(.on),
    ]
    for feedback in kinds {
      EmptyView().sensoryFeedback(feedback, trigger: 0).update(to: EmptyView().sensoryFeedback(feedback, trigger: 1))
    }
    expectFeedback(times: 0)
    let withheld = HapticEnvironment.current.timeline.entries.map(\.description).filter { $0.contains("plays only") }
    #expect(withheld.count == kinds.count)
    #expect(withheld.contains { $0.contains("path-complete") && $0.contains("with an Apple Pencil or a trackpad") })
    #expect(SensoryFeedback.press(.tab) != .press(.button))
  }

  @MainActor @Test func `a view hears that its scene goes to the background`() {
    var heard: [String] = []
    let phone = HapticEnvironment.current
    let before = BellView { heard.append($0) }
    before.update(to: BellView { heard.append($0) })
    #expect(heard.isEmpty)
    phone.apply(.suspendApp)
    before.update(to: BellView { heard.append($0) })
    #expect(heard == ["active to background"])
    before.environment(\.scenePhase, .inactive).update(to: before.environment(\.scenePhase, .active))
    #expect(heard.last == "inactive to active")
    expectFeedback(times: 0)
  }

  @MainActor @Test func `a view's closures run for touches`() {
    var heard: [String] = []
    let view = BellView { heard.append($0) }
    view.perform(.appear)
    view.perform(.tap)
    view.environment(\.bellVolume, 0.5).perform(.taps(2))
    view.perform(.longPress)
    view.perform(.drag(CGSize(width: 3, height: 0)))
    view.disabled(true).perform(.tap)
    view.perform(.disappear)
    #expect(
      heard == [
        "appear", "ring 1", "tap", "two taps at 0.5", "long press", "swing by 3.0", "tap", "disappear",
      ])
  }

  @MainActor @Test func `generators for a view play like others`() async {
    BellView.ring(in: UIView())
    await HapticEnvironment.current.advance(by: 1)
    for name in ["impact-light", "impact-medium", "notification-success", "selection"] {
      expectFeedback(name, times: 1)
    }
    expectFeedback(times: 4)
  }

  @Test func `the program has an identifier and its other bundles do not`() throws {
    #expect(Bundle.main.bundleIdentifier == "com.example.app")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bundle-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = try #require(Bundle(url: folder))
    #expect(bundle.bundleIdentifier == nil)
  }

  @Test func `stored settings are read back`() {
    let settings = KitchenSettings()
    settings.servings = 6
    #expect(KitchenSettings().servings == 6 && KitchenSettings().hasHaptics)
    settings.$servings.wrappedValue = 4
    #expect(KitchenSettings().servings == 4)
    let page = settings.page
    settings.page = URL(string: "https://example.com/bread")!
    #expect(KitchenSettings().page.lastPathComponent == "bread")
    settings.page = page
  }

  @Test func `an observable object can create an engine`() {
    let book = RecipeBook()
    book.open()
    book.turn()
    #expect(book.page == 1)
    expectEngines(exactly: 1)
  }

  @Test func `a vector stores its two components`() {
    var stir = CGVector(dx: 3, dy: 4)
    #expect(hypot(stir.dx, stir.dy) == 5 && stir != .zero)
    stir.dx = 0
    stir.dy = 0
    #expect(stir == CGVector())
  }

  @Test func `a lock protects its state from concurrent access`() async {
    let count = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } } }
    }
    #expect(count.withLock { $0 } == 4000)
    let plain = OSAllocatedUnfairLock()
    plain.lock()
    #expect(!plain.lockIfAvailable())
    plain.unlock()
  }
}
