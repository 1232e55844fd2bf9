extension Tokenizer {
  @inline(__always)
  mutating func skipSpace() throws(SyntaxError) {
    while position < end {
      let next = byte(position)
      if next > Byte.space && next != Byte.slash { return }
      if next == Byte.space || next == Byte.lineFeed || next == Byte.carriageReturn || next == Byte.tab {
        position &+= 1
      } else if next == Byte.slash {
        try comment()
      } else {
        return
      }
    }
  }

  @inline(never)
  private mutating func comment() throws(SyntaxError) {
    let begin = position
    let second = begin &+ 1 < end ? byte(begin &+ 1) : 0
    guard second == Byte.slash || second == Byte.star else { throw expected("a value") }
    tolerances.comments.note(begin)
    position = begin &+ 2
    if second == Byte.slash {
      while position < end, byte(position) != Byte.lineFeed, byte(position) != Byte.carriageReturn {
        try commentCharacter()
      }
      return
    }
    while position &+ 1 < end {
      if byte(position) == Byte.star, byte(position &+ 1) == Byte.slash {
        position &+= 2
        return
      }
      try commentCharacter()
    }
    throw SyntaxError(reason: .unterminatedComment, offset: begin)
  }

  private mutating func commentCharacter() throws(SyntaxError) {
    position = byte(position) < 0x80 ? position &+ 1 : try afterSequence(position)
  }
}
