import CLinux
import FoundationEssentials
import Glibc
import ThrumAnswers
import ThrumFormats
import ThrumPattern

/// The tools that an agent can call: commands of this program on files of its folder.
struct AgentTools {
  let folder: AgentFolder
  let isWritable: Bool

  /// Text, a picture or a sound.
  struct Result: JSONWritable {
    enum Content {
      case text(String)
      case picture([UInt8])
      case sound([UInt8])
    }

    var contents: [Content]
    var isError = false

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.name("content")
        writer.array(contents) { writer, content in
          writer.object { writer in
            switch content {
            case .text(let text):
              writer.member("type", "text")
              writer.member("text", text)
            case .picture(let bytes): AgentTools.data(&writer, "image", bytes, "image/png")
            case .sound(let bytes): AgentTools.data(&writer, "audio", bytes, "audio/wav")
            }
          }
        }
        writer.member("isError", isError)
      }
    }
  }

  private static func data(_ writer: inout JSONWriter, _ type: String, _ bytes: [UInt8], _ mime: String) {
    writer.member("type", type)
    writer.member("data", Data(bytes).base64EncodedString())
    writer.member("mimeType", mime)
  }

  enum Value: Decodable {
    case text(String)
    case flag(Bool)
    case texts([String])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else {
        self = .texts(try value.decode([String].self))
      }
    }
  }

  struct Tool: JSONWritable, Sendable {
    struct Property: Sendable {
      let name: String
      let about: String
      var isNeeded = true
    }

    let name: String
    let about: String
    var properties: [Property] = []
    var changes = false
    let run: @Sendable (AgentTools, Given) throws -> Result

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("name", name)
        writer.member("description", about)
        writer.name("inputSchema")
        writer.object { writer in
          writer.member("type", "object")
          writer.name("properties")
          writer.object { writer in
            for property in properties {
              writer.name(property.name)
              writer.object { writer in
                writer.member("type", "string")
                writer.member("description", property.about)
              }
            }
          }
          writer.member("required", properties.filter { $0.isNeeded }.map { $0.name })
          writer.member("additionalProperties", false)
        }
        writer.name("annotations")
        writer.object { writer in
          writer.member("readOnlyHint", !changes)
          writer.member("openWorldHint", false)
        }
      }
    }
  }

  /// The arguments of a call, checked against the tool's properties.
  struct Given {
    let texts: [String: String]
    let folder: AgentFolder

    func text(_ name: String) -> String? { texts[name] }

    /// - Throws: `Failure` for a path that leads out of the folder.
    func path(_ name: String) throws -> String {
      let given = texts[name] ?? ""
      guard let path = folder.inside(given) else {
        throw Failure(.noInput, "“\(given)” is not a path below the folder")
      }
      return path
    }
  }

  var all: [Tool] { AgentTools.reading + (isWritable ? AgentTools.writing : []) }

  /// - Throws: ``AgentSession/Problem`` for arguments that the tool does not have.
  func run(_ tool: Tool, _ arguments: [String: Value]) throws(AgentSession.Problem) -> Result {
    var texts: [String: String] = [:]
    for (name, value) in arguments {
      guard tool.properties.contains(where: { $0.name == name }), case .text(let text) = value else {
        throw AgentSession.Problem(words: "“\(name)” is not a text that this tool takes")
      }
      texts[name] = text
    }
    if let missing = tool.properties.first(where: { $0.isNeeded && texts[$0.name] == nil }) {
      throw AgentSession.Problem(words: "“\(missing.name)” is missing")
    }
    do { return try tool.run(self, Given(texts: texts, folder: folder)) } catch {
      return Result(contents: [.text("error: \((error as? Failure)?.description ?? "\(error)")")], isError: true)
    }
  }

  /// What a command printed.
  static func text(of arguments: [String]) throws -> Result {
    let command = try OwnCommand(arguments)
    let words = String(decoding: command.output + command.messages, as: UTF8.self)
    return Result(contents: [.text(words)], isError: command.code > 1)
  }

  /// What a command wrote to standard output: a picture or a sound.
  static func media(of arguments: [String], _ content: ([UInt8]) -> Result.Content) throws -> Result {
    let command = try OwnCommand(arguments)
    let words = String(decoding: command.messages, as: UTF8.self)
    guard command.code == 0 else { return Result(contents: [.text(words)], isError: true) }
    return Result(contents: [content(command.output)] + (words.isEmpty ? [] : [.text(words)]))
  }

  /// The pattern in another format, with what it loses.
  static func converted(_ file: WholeFile, to format: String) throws -> Result {
    if let error = file.document.diagnostics.first(where: { $0.severity == .error }) {
      throw Failure(.badData, error.description)
    }
    guard let pattern = file.document.merged else { throw Failure(.badData, file.document.format.refusal) }
    if format == PatternFormat.ahap.id {
      return Result(contents: [.text(String(decoding: AHAP.write(pattern), as: UTF8.self))])
    }
    do throws(PatternExport.Problem) {
      let name = PatternFormat.stem(of: file.document.name)
      let made = try PatternExport.exported(pattern, as: format, name: name, Work<Never>.endless)
      return Result(contents: [.text(made.text)] + made.notes.map { .text($0) })
    } catch { throw Failure(.badData, error.words) }
  }

  /// - Throws: `Failure` for a name that is no pattern's, or a write that fails.
  static func write(_ given: Given) throws -> Result {
    let path = try given.path("path")
    guard PatternFormat(fileName: path) != nil else {
      throw Failure(.usage, "only pattern files can be written: \(PatternFormat.namedEndings)")
    }
    try AtomicFile.write(Array((given.text("text") ?? "").utf8), to: path)
    var result = try text(of: ["lint", path])
    result.isError = false
    return result
  }
}

/// This program, run as another process with other arguments.
struct OwnCommand {
  let code: Int32
  let output: [UInt8]
  let messages: [UInt8]

  /// Longest time, s, and most output, bytes.
  private static let (seconds, most) = (120, 24 << 20)

  /// Waits until it ends. Standard input is empty.
  ///
  /// - Throws: `Failure` if it cannot be started, takes too long or prints too much.
  init(_ arguments: [String]) throws {
    let (out, err) = (thrum_memory_file("thrum-output"), thrum_memory_file("thrum-messages"))
    defer {
      close(out)
      close(err)
    }
    guard out >= 0, err >= 0 else { throw Failure(.system, "no memory for the output: \(systemError())") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO)
    let words = (["thrum"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let problem = posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ)
    guard problem == 0 else { throw Failure(.system, "cannot start: \(String(cString: strerror(problem)))") }
    let ended = OwnCommand.wait(for: process)
    guard let ended else { throw Failure(.system, "it took longer than \(OwnCommand.seconds) s") }
    (output, messages) = (OwnCommand.bytes(of: out), OwnCommand.bytes(of: err))
    code = ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 128 + (ended & 0x7F)
    guard output.count < OwnCommand.most else { throw Failure(.badData, "the answer is too long") }
  }

  /// Returns the status, or `nil` if the process had to be killed.
  private static func wait(for process: pid_t) -> Int32? {
    var status: Int32 = 0
    let end = thrum_monotonic_nanoseconds() + UInt64(seconds) * 1_000_000_000
    while thrum_monotonic_nanoseconds() < end {
      switch waitpid(process, &status, WNOHANG) {
      case process: return status
      case 0: usleep(2_000)
      default: if errno != EINTR { return 127 << 8 }
      }
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return nil
  }

  private static func bytes(of file: Int32) -> [UInt8] {
    let size = min(most, max(0, Int(lseek(file, 0, Int32(SEEK_END)))))
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = pread(file, buffer.baseAddress.map { $0 + count }, size - count, count)
        if got <= 0 { return }
        count += got
      }
    }
  }
}
