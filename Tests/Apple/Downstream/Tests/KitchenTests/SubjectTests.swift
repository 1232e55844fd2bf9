import Combine
import Testing

/// Publishers used from several threads.
@Suite struct SubjectTests {
  @Test func `subscribers can come and go on many threads`() async {
    let subject = CurrentValueSubject<Int, Never>(0)
    var seen = Set<AnyCancellable>()
    var count = 0
    subject.dropFirst().sink { _ in count += 1 }.store(in: &seen)
    for value in 1...100 { subject.send(value) }
    #expect(count == 100 && subject.value == 100)
    seen.removeAll()
    subject.send(7)
    #expect(count == 100)
    nonisolated(unsafe) let shared = subject
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            let listening = shared.sink { _ in }
            shared.send(1)
            listening.cancel()
          }
        }
      }
    }
    #expect(subject.value == 1)
  }
}
