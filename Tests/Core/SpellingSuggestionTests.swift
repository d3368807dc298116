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

  @Test(arguments: ["xyz", "frobnicate", "", "ad-hoc"])
  func `what is far from everything is left alone`(typed: String) {
    #expect(SpellingSuggestion.nearest(to: typed, in: ["check", "today", "streaks"]) == nil)
  }
}
