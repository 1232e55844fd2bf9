/// The page's files for a host that only serves files, where the module answers instead of this server.
package enum StudioPageParts {
  /// Scripts that run by themselves: the page, its worker and its worklet.
  private static let scripts = ["main.js", "module/module-worker.js", "sound/block-worklet.js"]

  /// Names and bytes of all files; scripts are joined with the modules that they import.
  ///
  /// - Throws: ``StudioError`` if a script cannot be joined.
  package static func all() throws(StudioError) -> [(name: String, bytes: [UInt8])] {
    var parts: [(name: String, bytes: [UInt8])] = []
    for name in scripts {
      do throws(ScriptBundle.Unsupported) {
        let bundle = try ScriptBundle(main: name) { StudioLibrary.file("page/\($0)") }
        parts.append((name, Array(bundle.text.utf8)))
      } catch { throw StudioError(error.description, kind: .library) }
    }
    for name in StudioLibrary.names {
      guard let bytes = StudioLibrary.file(name) else { continue }
      if name.hasPrefix("library/") { parts.append((name, bytes)) }
      let page = name.dropFirst("page/".count)
      if name.hasPrefix("page/"), [".html", ".css", ".svg"].contains(where: page.hasSuffix) {
        parts.append((String(page), bytes))
      }
    }
    return parts
  }
}
