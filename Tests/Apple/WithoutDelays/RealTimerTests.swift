import Dispatch
import Testing
import ThrumTesting

/// A test target that does not link ThrumDelays. `make examples` adds this file to the example's tests.
@Suite(.haptics(mayBeUnused: true)) struct RealTimerTests {
  @Test func `without ThrumDelays, a timer source runs in real time and is named in the timeline`() async {
    let phone = HapticEnvironment.current
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    let source = DispatchSource.makeTimerSource()
    source.setEventHandler { call.yield() }
    source.schedule(deadline: .now())
    source.activate()
    var fired = calls.makeAsyncIterator()
    await fired.next()
    source.cancel()
    #expect(phone.timeline.description.contains("a DispatchSource timer fires in real time"))
  }
}
