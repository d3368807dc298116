import Driver
import Testing

/// Exports that say what friends see, brought to another home.
@Suite struct SharedImportTests {
  @Test func `K-8: an import says of which habits friends see the streak since then`() throws {
    let mine = try Life("streaks", at: "2026-03-19T08:00:00Z")
    let habit = try #require(try mine.ask("add", "Read").text("id"))
    let wish = #"{"habit":"\#(habit)","sharing":"streak","showsTitle":true}"#
    try mine.ask("call", "social.set-sharing", wish)
    let other = try Life("streaks", at: "2026-03-20T08:00:00Z")
    let file = other.file("mine.json")
    try mine.see("export", "--out", file, "--overwrite")
    let words = try other.see("import", file).asOneLine
    #expect(words.contains("Friends see the streak of “Read” from now on"), "\(words)")
    // It is known when it comes again.
    let again = try other.see("import", file).asOneLine
    #expect(!again.contains("Friends see"), "\(again)")
  }
}
