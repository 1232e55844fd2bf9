import Foundation
import TestSupport
import Testing
import ThrumPattern

@Suite struct `presets` {
  private let patterns = PackageFolder.patterns

  @Test func `the feedback generators' patterns match the files with the same names`() throws {
    let presets = Preset.all.filter { $0.systemSound == nil }
    #expect(presets.count == 9)
    for preset in presets {
      let file = patterns.appendingPathComponent(preset.name + ".ahap")
      let pattern = try #require(AHAP.read([UInt8](try Data(contentsOf: file)), name: preset.name).pattern)
      #expect(preset.pattern().entries == pattern.entries, "\(preset.name)")
      #expect(pattern.metadata?["Description"] == .string(preset.summary), "\(preset.name)")
    }
  }

  @Test func `preset names and numbers are unique, and names are found in upper or lower case`() {
    #expect(Set(Preset.all.map(\.name)).count == Preset.all.count)
    #expect(Set(Preset.all.compactMap(\.systemSound)).isSuperset(of: [1011, 1102, 1519, 1520, 1521, 4095]))
    for preset in Preset.all {
      #expect(Preset.named(preset.name.uppercased()) == preset)
      if let number = preset.systemSound { #expect(Preset.named("\(number)") == preset) }
    }
    #expect(Preset.named("") == nil)
    #expect(Preset.named("1000") == nil)
    #expect(Preset.systemSound(-1) == nil)
  }

  @Test(arguments: Preset.all)
  func `linting a preset produces no findings`(_ preset: Preset) {
    let document = AHAP.read(AHAP.write(preset.pattern()), name: preset.name)
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    #expect(document.pattern == preset.pattern())
  }

  @Test func `an intensity given to a preset scales only its haptic intensities`() {
    let soft = Preset.impactSoft.pattern(intensity: 0.5)
    #expect(soft.events.map { $0.value(of: .hapticIntensity) } == [0.39, 0.2])
    #expect(soft.events.map { $0.value(of: .hapticSharpness) } == [0.05, 0])
    #expect(Preset.impactSoft.pattern(intensity: 7) == Preset.impactSoft.pattern())
    #expect(Preset.impactSoft.pattern(intensity: .nan) == Preset.impactSoft.pattern())
    #expect(Preset.impactSoft.pattern(intensity: -1).events.allSatisfy { $0.value(of: .hapticIntensity) == 0 })
  }
}
