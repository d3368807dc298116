import Core
import Testing

@Suite struct CountedTests {
  @Test func `only one thing is told in the singular`() {
    #expect([0, 1, 2].map { $0.counted("day") } == ["0 days", "1 day", "2 days"])
    #expect(Int64(1).counted("entry", "entries") == "1 entry")
    #expect(Int64(12).counted("entry", "entries") == "12 entries")
  }
}
