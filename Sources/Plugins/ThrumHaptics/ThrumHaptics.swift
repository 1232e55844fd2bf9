import Foundation
import PackagePlugin

/// Makes `Haptics.swift`, with a typed accessor for each pattern below a target's folder `Haptics`. A pattern that Core
/// Haptics would reject fails the build.
@main
struct ThrumHaptics: BuildToolPlugin {
  private static let endings: Set = ["ahap", "haptic"]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Haptics", directoryHint: .isDirectory)
    // SwiftPM names the folder alone, if it is a resource.
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    let patterns = names.sorted().map { folder.appending(path: $0) }.filter {
      ThrumHaptics.endings.contains($0.pathExtension.lowercased())
    }
    guard !patterns.isEmpty else {
      Diagnostics.warning("ThrumHaptics: \(folder.path) has no .ahap file, so \(target.name) gets no accessors")
      return []
    }
    guard let command = ThrumHaptics.command() else {
      Diagnostics.error(
        """
        ThrumHaptics: there is no command `thrum` in PATH, which makes the accessors of \(target.name). Install it (in \
        Thrum's folder: `make install`). Where it cannot run, write the file once with `thrum convert \
        \(folder.path) Haptics.swift`, add it to the target instead of this plug-in, and check it with `--check`.
        """)
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "Haptics.swift")
    return [
      .buildCommand(
        displayName: "Making accessors of \(patterns.count) haptic patterns", executable: command,
        arguments: ["convert"] + patterns.map(\.path) + ["--output", output.path], inputFiles: patterns,
        outputFiles: [output])
    ]
  }

  /// `PluginContext.tool` finds only what the plug-in's package builds, and the toolchain's programs.
  private static func command() -> URL? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { URL(fileURLWithPath: String($0)).appending(path: "thrum") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }
}
