// Errors in every form that apps use.
import CoreHaptics
import Foundation

enum PlaybackError: Error {
  case haptics(CHHapticError)
  case other(any Error)
}

struct Recovery {
  let engine: CHHapticEngine
  let player: any CHHapticPatternPlayer

  func byName() {
    do { try player.start(atTime: 0) } catch CHHapticError.engineNotRunning {
      try? engine.start()
    } catch CHHapticError.notSupported, CHHapticError.invalidPatternPlayer {
      print("never")
    } catch {
      print(error.localizedDescription)
    }
  }

  func byCode() throws {
    do {
      try player.start(atTime: 0)
    } catch let error as CHHapticError {
      switch error.code {
      case .engineNotRunning, .serverInterrupted:
        try engine.start()
      case .notSupported, .insufficientPower:
        return
      case CHHapticError.Code.invalidAudioSession, CHHapticError.invalidTime:
        throw CHHapticError(.operationNotPermitted)
      default:
        throw PlaybackError.haptics(error)
      }
    } catch let error where (error as NSError).domain == CoreHapticsErrorDomain {
      print((error as NSError).code == CHHapticError.engineNotRunning.rawValue)
    }
  }

  func byCondition() {
    do {
      try player.start(atTime: 0)
    } catch let error as CHHapticError where error.code == .engineNotRunning {
      print("not running")
    } catch is CHHapticError {
      print("haptics")
    } catch let error as NSError where error.code == -4806 {
      print(error.userInfo[NSLocalizedDescriptionKey] ?? "")
    } catch { print(error._code, error._domain) }
  }

  func byMatching(_ error: Error) -> String {
    if case CHHapticError.engineNotRunning = error { return "not running" }
    if let error = error as? CHHapticError, error.code == .engineStartTimeout { return "slow" }
    if (error as? CHHapticError)?.code == .serverInitFailed { return "server" }
    switch error {
    case CHHapticError.memoryError: return "memory"
    case let error as CHHapticError: return "\(error.errorCode) \(error.userInfo) \(error.errorUserInfo)"
    case let error as PlaybackError: return "\(error)"
    default: return error.localizedDescription
    }
  }

  func byNumber(_ error: Error) -> CHHapticError.Code? {
    let error = error as NSError
    guard error.domain == CHHapticError.errorDomain else { return nil }
    return CHHapticError.Code(rawValue: error.code)
  }

  func asResult(_ completion: (Result<Void, Error>) -> Void) {
    completion(Result { try player.start(atTime: 0) })
    do {
      try player.stop(atTime: 0)
      completion(.success(()))
    } catch {
      completion(.failure(error))
    }
  }

  func typed() throws(CHHapticError) {
    do { try player.cancel() } catch { throw error as? CHHapticError ?? CHHapticError(.unknownError) }
  }
}

func text(of code: CHHapticError.Code) -> String {
  switch code {
  case .engineNotRunning: return "engine not running"
  case .operationNotPermitted: return "not permitted"
  case .engineStartTimeout: return "timeout"
  case .notSupported: return "not supported"
  case .serverInitFailed, .serverInterrupted: return "server"
  case .invalidPatternPlayer, .invalidPatternData, .invalidPatternDictionary: return "pattern"
  case .invalidAudioSession, .invalidEngineParameter: return "engine"
  case .invalidParameterType, .invalidEventType, .invalidEventTime, .invalidEventDuration: return "event"
  case .invalidAudioResource, .resourceNotAvailable, .fileNotFound: return "resource"
  case .badEventEntry, .badParameterEntry: return "entry"
  case .invalidTime: return "time"
  case .insufficientPower, .unknownError, .memoryError: return "device"
  @unknown default: return "code \(code.rawValue)"
  }
}

func text(of reason: CHHapticEngine.StoppedReason) -> String {
  switch reason {
  case .audioSessionInterrupt: return "interrupted"
  case .applicationSuspended: return "suspended"
  case .idleTimeout: return "idle"
  case .notifyWhenFinished: return "finished"
  case .engineDestroyed: return "destroyed"
  case .gameControllerDisconnect: return "disconnected"
  case .systemError: return "system"
  default: return "reason \(reason.rawValue)"
  }
}

func text(of action: CHHapticEngine.FinishedAction) -> String {
  switch action {
  case .stopEngine: "stop"
  case .leaveEngineRunning: "leave"
  @unknown default: "?"
  }
}

let unsupported = CHHapticError(.notSupported, userInfo: [NSLocalizedDescriptionKey: "This device has no haptics."])
