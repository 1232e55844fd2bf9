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
