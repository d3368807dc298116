import Architecture
import Testing

@Suite struct ReadmeTests {
  private let contract = """
    public struct NoteSet: Fact {
      public static let name = "notes.note-set"
    }
    public struct AllNotes: Query {
      public static let name = "notes.all-notes"
      public static let summary = "All notes."
    }
    """

  private func findings(_ readme: String) -> [Finding] {
    ReadmeRule(path: "Modules/Notes/README.md", readme)
      .findings(in: contract, at: "Modules/Notes/Contract/Notes.swift")
  }

  @Test func `a message is named in full or without its module`() {
    #expect(findings("Records `notes.note-set`.\nAnswers `all-notes`.").isEmpty)
  }

  @Test func `a message that is not named is found where it is declared`() {
    let found = findings("Records the fact `notes.note-set`, for which `all-notes-of` is a query.")
    #expect(found.map(\.line) == [5])
    #expect(found.map(\.path) == ["Modules/Notes/Contract/Notes.swift"])
    let message =
      "`notes.all-notes` is not in Modules/Notes/README.md: say there what the module does with it."
    #expect(found.map(\.message) == [message])
  }

  @Test func `only contracts have messages`() {
    #expect(
      ReadmeRule.path(for: Samples.target("AContract", "Modules/A/Contract"))
        == "Modules/A/README.md"
    )
    #expect(ReadmeRule.path(for: Samples.target("ADomain", "Modules/A/Domain")) == nil)
    #expect(ReadmeRule.path(for: Samples.target("Core", "Modules/Kernel/Core")) == nil)
  }
}
