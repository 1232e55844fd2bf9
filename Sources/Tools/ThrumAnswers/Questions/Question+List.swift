extension Question {
  /// All questions, in the order of the documents.
  package static var all: [Question] {
    var all = versions + judgements + files + motors
    #if !hasFeature(Embedded)
      all.append(generate)
    #endif
    return all
  }
}
