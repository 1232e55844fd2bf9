/// Must not outlive its tape reader.
struct CureFinder {
  let editor: TapeEditor
  let document: AHAPDocument
  let options: Linter.Options

  var tape: TapeReader { editor.tape }

  func cure(of finding: Diagnostic) -> Cure? {
    switch finding.code {
    case .trailingComma: return Cure("Remove the commas", editor.trailingCommas)
    case .comment: return withoutComments()
    case .byteOrderMark: return Cure("Remove the mark", [TextEdit(range: 0..<3, text: "")])
    case .noPattern: return wrapped()
    case .missingVersion: return Cure("Add the version", editor.prepended("\"Version\": 1.0", to: 0))
    case .controlWithoutEvents, .transientsUnderCurve, .notFelt, .repeatedEvent: return whole(finding)
    default:
      guard let offset = finding.place?.offset, let token = editor.token(at: offset) else { return nil }
      return cure(finding, at: editor.places(of: token), token)
    }
  }

  private func cure(_ finding: Diagnostic, at places: [TapeEditor.Place], _ token: Int) -> Cure? {
    switch finding.code {
    case .duplicateKey: withoutDuplicates(places)
    case .entryNotObject, .ignoredEntry: remove(places.dropFirst().first, "Remove the entry")
    case .badEventEntry, .badParameterEntry: usableNumber(token)
    case .unknownEventType: renamed(token, to: EventType.allCases.map { $0.rawValue })
    case .unknownParameterID: knownParameter(token, places)
    case .invalidEventTime: replaced(token, with: 0, "Start at 0")
    case .invalidEventDuration: replaced(token, with: -tape[token].double, "Make the duration positive")
    case .booleanNumber: otherType(token)
    case .versionNotNumber, .unknownVersion: Cure("Set the version to 1.0", [editor.replaced(token, with: "1.0")])
    case .missingTime: Cure("Add the time 0", editor.appended("\"Time\": 0.0", to: token))
    case .metadataNotObject: usableMetadata(token, places.last)
    case .emptyCurve: withoutEmptyCurve(places)
    case .misspeltKey: respelt(token, places)
    case .ignoredKey: remove(places.last, "Remove “\(quoted(tape.string(token)))”")
    case .severalKeysInEntry: splitEntry(places)
    case .transientDuration: remove(places.last, "Remove the duration")
    case .longEvent: splitEvent(places)
    case .eventValueOutOfRange: clampedEventValue(token, places)
    case .parameterNotApplicable, .envelopeWithoutEffect: remove(places.dropLast().last, "Remove the parameter")
    case .repeatedParameter: withoutRepeatedParameter(token, places)
    case .controlValueOutOfRange: clampedControl(places)
    case .singlePointCurve: jump(places)
    case .unorderedPoints: sortedPoints(places)
    case .absolutePointTimes: relativePoints(places)
    case .manyPoints: splitCurve(places)
    case .overlappingCurves: withoutOverlap(places)
    case .waveformNotApplicable: withoutWaveform(places)
    default: nil
    }
  }

  // MARK: Parts of cures

  func remove(_ place: TapeEditor.Place?, _ title: String) -> Cure? {
    place.flatMap { Cure(title, editor.removed([$0.number], from: $0.container)) }
  }

  func replaced(_ token: Int, with value: Double, _ title: String) -> Cure? {
    Cure(title, [editor.replaced(token, with: TapeEditor.literal(value))])
  }

  /// Finds the usable entry at a place. If the entry was split, finds its first part.
  func entry(_ places: [TapeEditor.Place]) -> (index: Int, place: TapeEditor.Place)? {
    guard places.count > 1, let index = document.sources.firstIndex(where: { $0.token == places[1].value }) else {
      return nil
    }
    return (index, places[1])
  }

  func curve(_ places: [TapeEditor.Place]) -> (curve: ParameterCurve, token: Int, place: TapeEditor.Place)? {
    guard let pattern = document.pattern, let entry = entry(places), tape[entry.place.value].count == 1,
      case .curve(let curve) = pattern.entries[entry.index]
    else { return nil }
    let token = tape.member(.parameterCurve, of: entry.place.value)
    let list = tape.member(.parameterCurveControlPoints, of: token)
    return tape[list].count == curve.points.count ? (curve, token, entry.place) : nil
  }
}
