import Core
import Testing

@Suite struct BinaryIntegerWordsTests {
  @Test func `only one thing is told in the singular`() {
    #expect([0, 1, 2].map { $0.counted("day") } == ["0 days", "1 day", "2 days"])
    #expect(Int64(1).counted("entry", "entries") == "1 entry")
    #expect(Int64(12).counted("entry", "entries") == "12 entries")
  }

  @Test func `a number has as many digits as it is to have, or more`() {
    #expect([0, 7, 12, 123].map { $0.padded(to: 2) } == ["00", "07", "12", "123"])
    #expect((-12).padded(to: 4) == "-0012")
    #expect(Int64.min.padded(to: 2) == "-9223372036854775808")
  }

  @Test func `minutes are told as hours and minutes`() {
    #expect([0, 425, 1439].map(\.hoursAndMinutes) == ["00:00", "07:05", "23:59"])
  }
}
