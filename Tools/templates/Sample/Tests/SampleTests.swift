import Core
import SampleContract
import SampleDomain
import TestKit
import Testing

@Suite struct SampleTests {
  private let harness = Harness(SampleModule.self)

  @Test func `a note that is written is kept, and told once`() throws {
    #expect(try harness.when(SetSampleNote(text: "bread")) == SampleNote(text: "bread"))
    #expect(try harness.when(SetSampleNote(text: "bread")) == SampleNote(text: "bread"))
    #expect(harness.facts.count == 1)
    #expect(harness.changes.count == 1)
  }

  @Test func `a note that is too long is refused, and the old one stays`() throws {
    try harness.given(SampleNoteSet(text: "bread"))
    let refusal = #expect(throws: DomainError.self) {
      try harness.when(SetSampleNote(text: String(repeating: "x", count: 501)))
    }
    #expect(refusal?.code == "note-too-long")
    #expect(try harness.ask(CurrentSampleNote()).text == "bread")
  }

  @Test func `any order of the same facts is the same note, and so is a snapshot`() throws {
    for number in 1...6 { try harness.given(SampleNoteSet(text: "note \(number)")) }
    try assertConverges([SampleModule.self], harness.facts, seed: 7)
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(CurrentSampleNote()).text == "note 6")
  }
}
