import Testing

@testable import HapticPattern

@Test func `placeholder`() {}
