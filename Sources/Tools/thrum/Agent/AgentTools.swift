import FoundationEssentials
import ThrumPattern
import ThrumSystem

/// The tools that an agent can call: commands of this program on files of its folder.
struct AgentTools: Sendable {
  let folder: AgentFolder

  /// A call that the tool does not have: an error of the protocol.
  struct Problem: Error {
    let words: String
  }

  /// Text, a picture or a sound.
  struct Result: JSONWritable {
    enum Content {
      case text(String)
      case picture([UInt8])
      case sound([UInt8])
    }

    var contents: [Content]
    /// The same as data.
    var structure: JSONValue?
    var isError = false

    init(contents: [Content], structure: JSONValue? = nil, isError: Bool = false) {
      (self.contents, self.structure, self.isError) = (contents, structure, isError)
    }

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.name("content")
        writer.array(contents) { writer, content in
          writer.object { writer in
            switch content {
            case .text(let text):
              writer.member("type", "text")
              writer.member("text", text)
            case .picture(let bytes): Result.data(&writer, "image", bytes, "image/png")
            case .sound(let bytes): Result.data(&writer, "audio", bytes, "audio/wav")
            }
          }
        }
        if let structure {
          writer.name("structuredContent")
          writer.value(structure)
        }
        writer.member("isError", isError)
      }
    }

    private static func data(_ writer: inout JSONWriter, _ type: String, _ bytes: [UInt8], _ mime: String) {
      writer.member("type", type)
      writer.member("data", Data(bytes).base64EncodedString())
      writer.member("mimeType", mime)
    }
  }

  struct Tool: JSONWritable, Sendable {
    let name: String
    let about: String
    var properties: [AgentArgument] = []
    /// Whether it changes files, and whether it may replace them.
    var changes = false
    /// Schema of the structure in a result without an error.
    var output: JSONValue?
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
              property.write(to: &writer)
            }
          }
          writer.member("required", properties.filter { $0.isNeeded }.map { $0.name })
          writer.member("additionalProperties", false)
        }
        if let output {
          writer.name("outputSchema")
          writer.value(output)
        }
        writer.name("annotations")
        writer.object { writer in
          writer.member("readOnlyHint", !changes)
          if changes {
            writer.member("destructiveHint", true)
            writer.member("idempotentHint", true)
          }
          writer.member("openWorldHint", false)
        }
      }
    }
  }

  /// The arguments of a call, checked against the tool's.
  struct Given: Sendable {
    let values: [String: JSONValue]
    let folder: AgentFolder
    let cancellation: ChildCancellation

    func text(_ name: String) -> String? { if case .string(let text) = values[name] { text } else { nil } }

    /// Where the answer begins.
    var offset: Int { if case .number(let literal) = values["offset"] { Int(Double(literal) ?? 0) } else { 0 } }

    /// - Throws: `Failure` for a path that leads out of the folder, or to something else.
    func path(_ name: String, _ kind: AgentFolder.Kind = .pattern) throws -> String {
      try folder.inside(text(name) ?? "", kind)
    }
  }

  var all: [Tool] { AgentTools.reading + (folder.saving == nil ? [] : AgentTools.writing) }

  /// Returns what to run for the parameters of a call.
  ///
  /// - Throws: ``Problem`` for a tool or arguments that do not exist.
  func call(_ parameters: JSONObject) throws(Problem) -> @Sendable (ChildCancellation) -> Result {
    guard case .string(let name) = parameters["name"] else {
      let found = parameters["name"].map { ", not \(AgentMessage.kind(of: $0))" } ?? ""
      throw Problem(words: "name is the name of a tool, a text\(found)")
    }
    guard let tool = all.first(where: { $0.name == name }) else {
      throw Problem(
        words: "there is no tool “\(quoted(name))”: choose \(all.map { $0.name }.joined(separator: ", "))")
    }
    let values: [String: JSONValue]
    do throws(Problem) {
      values = try AgentArgument.values(parameters["arguments"], for: tool.properties)
    } catch { throw Problem(words: "\(name): \(error.words)") }
    return { cancellation in
      do {
        return try tool.run(self, Given(values: values, folder: folder, cancellation: cancellation))
      } catch {
        let failure = error as? Failure
        let lines = ["error: \(failure?.description ?? "\(error)")"] + (failure?.causes ?? [])
        return Result(contents: [.text(lines.joined(separator: "\n"))], isError: true)
      }
    }
  }
}
