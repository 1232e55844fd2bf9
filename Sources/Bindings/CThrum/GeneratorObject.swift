// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumFeedback
import ThrumPattern

/// A feedback generator from Apple's plug-in for Unity, with its default preset.
final class GeneratorObject: Sendable {
  let preset: Preset

  init(_ preset: Preset) { self.preset = preset }
}

// Presets in the order of the plug-in's enums.
private let impacts: [Preset] = [.impactHeavy, .impactLight, .impactMedium, .impactRigid, .impactSoft]
private let notifications: [Preset] = [.notificationError, .notificationSuccess, .notificationWarning]

private func make(_ preset: Preset) -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer(generators.add(GeneratorObject(preset)))
}

private func find(_ generator: UnsafeMutableRawPointer?) -> GeneratorObject? {
  generators.find(generator.map { OpaquePointer($0) })
}

private func destroy(_ generator: UnsafeMutableRawPointer?) {
  _ = generators.remove(generator.map { OpaquePointer($0) })
}

@_cdecl("UIFeedbackGenerator_CreateImpactGenerator") @implementation
public func UIFeedbackGenerator_CreateImpactGenerator(_ style: Int32) -> UnsafeMutableRawPointer? {
  make(impacts.indices.contains(Int(style)) ? impacts[Int(style)] : .impactHeavy)
}

@_cdecl("UIFeedbackGenerator_CreateSelectionGenerator") @implementation
public func UIFeedbackGenerator_CreateSelectionGenerator() -> UnsafeMutableRawPointer? { make(.selection) }

@_cdecl("UIFeedbackGenerator_CreateNotificationGenerator") @implementation
public func UIFeedbackGenerator_CreateNotificationGenerator() -> UnsafeMutableRawPointer? {
  make(.notificationSuccess)
}

@_cdecl("UIFeedbackGenerator_DestroyImpactGenerator") @implementation
public func UIFeedbackGenerator_DestroyImpactGenerator(_ generator: UnsafeMutableRawPointer?) { destroy(generator) }

@_cdecl("UIFeedbackGenerator_DestroySelectionGenerator") @implementation
public func UIFeedbackGenerator_DestroySelectionGenerator(_ generator: UnsafeMutableRawPointer?) { destroy(generator) }

@_cdecl("UIFeedbackGenerator_DestroyNotificationGenerator") @implementation
public func UIFeedbackGenerator_DestroyNotificationGenerator(_ generator: UnsafeMutableRawPointer?) {
  destroy(generator)
}

@_cdecl("UIFeedbackGenerator_Prepare") @implementation
public func UIFeedbackGenerator_Prepare(_ generator: UnsafeMutableRawPointer?) {
  if let found = find(generator) { SystemFeedback.prepare(found.preset) }
}

@_cdecl("UIImpactFeedbackGenerator_Trigger") @implementation
public func UIImpactFeedbackGenerator_Trigger(_ generator: UnsafeMutableRawPointer?, _ intensity: Float) {
  if let found = find(generator) { SystemFeedback.play(found.preset, intensity: Double(intensity)) }
}

@_cdecl("UISelectionFeedbackGenerator_Trigger") @implementation
public func UISelectionFeedbackGenerator_Trigger(_ generator: UnsafeMutableRawPointer?) {
  if find(generator) != nil { SystemFeedback.play(.selection) }
}

@_cdecl("UINotificationFeedbackGenerator_Trigger") @implementation
public func UINotificationFeedbackGenerator_Trigger(_ generator: UnsafeMutableRawPointer?, _ type: Int32) {
  guard find(generator) != nil else { return }
  SystemFeedback.play(notifications.indices.contains(Int(type)) ? notifications[Int(type)] : .notificationSuccess)
}
