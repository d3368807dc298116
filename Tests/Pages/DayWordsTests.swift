import Core
import Presentation
import Testing

/// Days in the messages of errors, as pages write them.
@Suite struct DayWordsTests {
  private let today = Day(number: 20_778)

  @Test func `a day in a text is written as pages write it`() throws {
    #expect("\(today)" == "2026-11-21")
    let words = "2026-11-22 has not come yet (2026-11-21 is today), nor has 2027-01-02."
    let written = "22 Nov has not come yet (21 Nov is today), nor has 2 Jan 2027."
    #expect(words.withDaysInWords(today: today) == written)
  }

  @Test func `a date has its preposition once`() {
    let days = (0...2).map { today.advanced(by: -$0) }
    #expect(days.map { $0.relativeWords(today: today) } == ["today", "yesterday", "on 19 Nov"])
    #expect(days.map { $0.nounWords(today: today) } == ["today", "yesterday", "19 Nov"])
    #expect(today.advanced(by: 1).nounWords(today: today) == "22 Nov")
  }

  @Test(arguments: [
    "", "“2026-11-21” was not marked.", "/home/me/2026-11-21.db is full.", "2026-13-01 is none.",
    "2026-11-21T18:00:00Z", "12026-11-21", "2026-11-211", "2026-11-21-copy", "2026-11-21.db",
    "a2026-11-21",
  ])
  func `what somebody typed, and what is no day, stays`(text: String) {
    #expect(text.withDaysInWords(today: today) == text)
  }
}
