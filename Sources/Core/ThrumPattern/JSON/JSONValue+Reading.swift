// Only the command reads whole values; a module in a browser is smaller without it.
#if !hasFeature(Embedded)
  extension JSONValue {
    /// Reads a text with one value.
    ///
    /// - Throws: ``SyntaxError`` for anything else, and beyond the limits.
    package static func read(_ text: [UInt8], limits: ReadLimits = ReadLimits()) throws(SyntaxError) -> JSONValue {
      try JSONTape(reading: text, limits: limits).withReader { $0.value(0) } ?? .null
    }
  }

  extension TapeReader {
    /// ``ReadLimits/depth`` bounds the recursion.
    fileprivate func value(_ index: Int) -> JSONValue {
      let token = self[index]
      switch token.kind {
      case .null: return .null
      case .yes: return .bool(true)
      case .no: return .bool(false)
      case .number: return .number(count > 1 ? source(index) : text(of: index))
      case .string, .escapedString: return .string(string(index))
      case .array:
        var elements: [JSONValue] = []
        var element = index &+ 1
        while element < token.next {
          elements.append(value(element))
          element = next(element)
        }
        return .array(elements)
      case .object:
        var members: [JSONObject.Member] = []
        var member = index &+ 1
        while member < token.next {
          members.append(JSONObject.Member(name: string(member), value: value(member &+ 1)))
          member = next(member &+ 1)
        }
        return .object(JSONObject(members))
      }
    }

    /// A number that is the whole text has no length on the tape.
    private func text(of index: Int) -> String { "\(self[index].double)" }
  }
#endif
