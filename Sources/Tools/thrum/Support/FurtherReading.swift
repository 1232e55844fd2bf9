import Glibc

/// The end of every help text: where to find documentation offline.
enum FurtherReading {
  static func added(to text: String) -> String {
    guard text.hasPrefix("OVERVIEW:"), let prefix = installedPrefix() else { return text }
    return text.hasSuffix("\n") ? text + section(prefix) : text + "\n" + section(prefix)
  }

  static func section(_ prefix: String) -> String {
    let pages = ["thrum.1", "thrum.1.gz"].map { prefix + "/share/man/man1/" + $0 }
    let manual = pages.contains { access($0, R_OK) == 0 } ? "man thrum" : "thrum manual | man -l -"
    var lines = ["", "MORE:", "  " + manual, "      All commands and options, with examples."]
    let site = prefix + "/share/doc/thrum/html/index.html"
    if access(site, R_OK) == 0 {
      lines += ["  file://" + site, "      Three tutorials and the reference, to read in a browser."]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func installedPrefix() -> String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return folder(ofPath: folder(ofPath: String(cString: path)))
  }
}
