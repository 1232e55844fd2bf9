import FoundationEssentials
import Glibc
import ThrumFormats
import ThrumPattern

/// Opens an address in the desktop's browser. Passes it in a private redirect file, because the address contains the
/// token and other users can read command lines.
struct BrowserOpening {
  let hasOpened: Bool
  private let path: String

  init(_ address: String) {
    let given = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
    let folder = given.isEmpty ? "/tmp" : given
    path = "\(folder)/thrum-studio-\(getpid()).html"
    let page =
      "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url=\(address)\"><title>Thrum studio</title>\n"
    unlink(path)
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      hasOpened = false
      Console.warning("the browser was not opened: \(path): \(systemError())")
      return
    }
    let written = Array(page.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    hasOpened = written == page.utf8.count && BrowserOpening.run("xdg-open", path)
    if !hasOpened {
      Console.warning("the browser was not opened: xdg-open is missing or failed (Debian: xdg-utils)")
    }
  }

  func remove() { unlink(path) }

  /// Starts a program in its own session, out of reach of Ctrl-C. Returns `false` if the program is missing or fails
  /// within half a second.
  private static func run(_ program: String, _ argument: String) -> Bool {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in 0...2 { posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, which spawn.h defines only with _GNU_SOURCE.
    posix_spawnattr_setflags(&attributes, 0x80)
    var child: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for word in words { free(word) } }
    guard posix_spawnp(&child, program, &actions, &attributes, words, environ) == 0 else { return false }
    for _ in 0..<10 {
      var status: Int32 = 0
      if waitpid(child, &status, WNOHANG) == child { return status == 0 }
      usleep(50_000)
    }
    return true
  }
}

/// The argument of `thrum studio`: a folder, or a pattern in one.
struct StudioPlace {
  let folder: String?
  /// Path relative to the folder.
  let pattern: String?

  init(_ path: String?) throws {
    var status = stat()
    guard let path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      (folder, pattern) = (path, nil)
      return
    }
    let file = URL(fileURLWithPath: path).lastPathComponent
    guard PatternFormat(fileName: file) != nil else {
      throw Failure(
        .noInput,
        "\(path): the studio opens a folder, or a \(PatternFormat.namedEndings) file; drop other files on its page"
      )
    }
    (folder, pattern) = (thrum.folder(ofPath: path), file)
  }

  var query: String { pattern.map { "&open=" + StudioPlace.percentEncoded($0) } ?? "" }

  /// Encodes everything except unreserved characters (RFC 3986).
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      let sign = Character(UnicodeScalar(byte))
      if byte < 0x80, sign.isLetter || sign.isNumber || "-._~".contains(sign) { return String(sign) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
