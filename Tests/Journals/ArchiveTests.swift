import Core
import Journals
import Testing

/// A space that is written to an archive and read back is the same, byte for byte.
struct ArchiveTests {
  /// The archive of a space with a fact of each of these payloads, as bytes.
  private func archive(_ payloads: [String]) async throws -> [UInt8] {
    let journal = MemoryJournal()
    let facts = payloads.enumerated().map { fact($0 + 1, about: run, payload: $1) }
    try await journal.add(facts, after: 0)
    return try JSON.encode(try await SpaceArchive(of: home, in: journal))
  }

  @Test func `payloads come back with the same bytes`() async throws {
    // Sorted JSON, other orders and spaces, what is no JSON at all, and a null.
    let payloads = [#"{"a":1,"b":[2]}"#, #"{ "b":1, "a":2 }"#, "1.0", "not JSON", "", "null"]
    let facts = try SpaceArchive(reading: try await archive(payloads)).facts
    #expect(facts.map { $0.payload.map { String(decoding: $0, as: UTF8.self) } } == payloads)
  }

  @Test func `a copy of a space has the same rows, erased ones too`() async throws {
    let (journal, copy) = (MemoryJournal(), MemoryJournal())
    let erasing = fact(3, about: run, erases: true)
    try await journal.add([fact(1, about: run), fact(2, about: read)], after: 0)
    try await journal.add([erasing], after: 2)
    let bytes = try JSON.encode(try await SpaceArchive(of: home, in: journal))
    var facts = try SpaceArchive(reading: bytes).facts
    // The module of a fact knows that it erases; the archive does not say so.
    facts[2].erases = true
    try await copy.add(facts, after: 0)
    #expect(try await copy.all() == journal.all())
    #expect(try await copy.all()[0].fact.payload == nil)
  }

  @Test func `an entry that was edited is refused by name`() async throws {
    let text = String(decoding: try await archive([#"{"amount":1}"#]), as: UTF8.self)
    let edited = text.replacing(#""amount":1"#, with: #""amount":2"#)
    #expect(edited != text)
    let error = #expect(throws: DomainError.self) { try SpaceArchive(reading: Array(edited.utf8)) }
    #expect(error?.code == "archive-damaged")
    #expect(error?.message.contains("\(FactID(rawValue: 1)) (tracking.check-set)") == true)
  }

  @Test func `an archive of a later version asks for an update`() async throws {
    let text = String(decoding: try await archive(["{}"]), as: UTF8.self)
    let later = text.replacing(#""version":1}"#, with: #""version":2}"#)
    let error = #expect(throws: DomainError.self) { try SpaceArchive(reading: Array(later.utf8)) }
    #expect(error?.code == "archive-too-new")
  }
}
