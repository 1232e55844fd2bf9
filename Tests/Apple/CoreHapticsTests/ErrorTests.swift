import CoreHaptics
import Foundation
import Testing
import ThrumEngine

/// Errors, in every way that apps inspect them.
@Suite struct ErrorTests {
  /// The error of starting a player on a stopped engine.
  private func refusal() throws -> any Error {
    let environment = HapticEnvironment.virtual()
    return try environment.withScope {
      let engine = try CHHapticEngine()
      let pattern = try CHHapticPattern(
        events: [CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: 0)], parameters: [])
      let player = try engine.makePlayer(with: pattern)
      do {
        try player.start(atTime: CHHapticTimeImmediate)
        Issue.record("a player must not start without its engine")
        return CancellationError()
      } catch { return error }
    }
  }

  @Test func `an error can be caught by the name of its code`() throws {
    do { throw try refusal() } catch CHHapticError.engineNotRunning {
      // Expected.
    } catch { Issue.record("\(error) is not caught by its name") }
  }

  @Test func `a failed call throws a CHHapticError with a code`() throws {
    let error = try refusal()
    #expect((error as? CHHapticError)?.code == .engineNotRunning)
    #expect((error as? CHHapticError)?.errorCode == -4805)
    guard let error = error as? CHHapticError else { return }
    switch error.code {
    case .engineNotRunning: break
    default: Issue.record("\(error.code)")
    }
  }

  @Test func `a thrown error is an NSError with a domain and a code`() throws {
    let error = try refusal() as NSError
    #expect(error.domain == CoreHapticsErrorDomain)
    #expect(error.domain == "com.apple.CoreHaptics")
    #expect(error.code == -4805)
    #expect(error.code == CHHapticError.Code.engineNotRunning.rawValue)
    #expect(error.localizedDescription.contains("-4805"))
  }

  @Test func `an app can throw its own CHHapticError`() {
    let error = #expect(throws: CHHapticError.self) { throw CHHapticError(.notSupported) }
    #expect(error == CHHapticError(.notSupported))
    #expect(error?.errorCode == CHHapticError.notSupported.rawValue)
  }

  @Test func `an error code without a name keeps its number`() throws {
    let environment = HapticEnvironment.virtual()
    environment.apply(.fail(.start, code: .cannotStartPlaying, times: 1))
    try environment.withScope {
      let engine = try CHHapticEngine()
      do {
        try engine.start()
        Issue.record("the start must fail")
      } catch let error as NSError { #expect(error.code == 561_015_905) }
      try engine.start()
    }
  }

  @Test func `an error can be caught by any of several codes, a cast or a condition`() throws {
    let error = try refusal()
    do { throw error } catch CHHapticError.notSupported, CHHapticError.engineNotRunning {
      // Expected.
    } catch { Issue.record("\(error) is not one of the two") }
    do { throw error } catch let error as CHHapticError where error.code == .engineNotRunning {
      // Expected.
    } catch { Issue.record("\(error) does not meet the condition") }
    switch error {
    case CHHapticError.engineNotRunning: break
    default: Issue.record("\(error) is not matched")
    }
    if case CHHapticError.notSupported = error { Issue.record("\(error) is not that") }
    #expect(error is CHHapticError && error._code == -4805 && error._domain == CHHapticError.errorDomain)
  }

  @Test func `an NSError casts to CHHapticError only if it has the Core Haptics domain`() {
    let error: any Error = NSError(domain: CoreHapticsErrorDomain, code: -4805)
    #expect((error as? CHHapticError)?.code == .engineNotRunning)
    do { throw error } catch CHHapticError.engineNotRunning {} catch { Issue.record("\(error) is not caught") }
    let other: any Error = NSError(domain: NSCocoaErrorDomain, code: -4805)
    #expect(!(other is CHHapticError))
    do { throw other } catch CHHapticError.engineNotRunning { Issue.record("wrongly caught") } catch {}
  }

  @Test func `errors can be compared, hashed and described`() {
    let error = CHHapticError(.invalidTime, userInfo: [NSLocalizedDescriptionKey: "too late"])
    #expect(error == error && error != CHHapticError(.invalidTime) && error.localizedDescription == "too late")
    #expect(Set([CHHapticError(.invalidTime), CHHapticError(.invalidTime), CHHapticError(.fileNotFound)]).count == 2)
    #expect((error as any Error).localizedDescription == "too late")
    #expect(CHHapticError.Code(rawValue: -4840) == .invalidTime && CHHapticError.Code(rawValue: 1) == nil)
    #expect("\(CHHapticError(.invalidTime))".contains("-4840"))
  }
}
