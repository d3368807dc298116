import Core
import Testing

@Suite struct SpellingTests {
  @Test(arguments: [
    ("chek", "check"), ("tody", "today"), ("tdoay", "today"), ("STREAKS", "streaks"),
  ])
  func `a slip is understood`(typed: String, meant: String) {
    #expect(
      SpellingSuggestion.nearest(to: typed, in: ["add", "check", "today", "streaks"]) == meant
    )
  }

  @Test func `a text of any length is compared with words of its length alone`() {
    let text = String(repeating: "check ", count: 20_000)
    let words = (0..<1000).map { "A habit with a long title, number \($0)" }
    #expect(SpellingSuggestion.nearest(to: text, in: words) == nil)
  }

  @Test func `one letter is no slip of another`() {
    #expect(SpellingSuggestion.nearest(to: "q", in: ["D", "ab"]) == nil)
    #expect(SpellingSuggestion.nearest(to: "d", in: ["D", "ab"]) == "D")
  }

  @Test(arguments: ["xyz", "frobnicate", "", "ad-hoc"])
  func `what is far from everything is left alone`(typed: String) {
    #expect(SpellingSuggestion.nearest(to: typed, in: ["check", "today", "streaks"]) == nil)
  }
}
