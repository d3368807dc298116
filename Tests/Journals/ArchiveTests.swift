import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// The archive of the space `home`, as bytes.
func archive(of journal: some Journal) async throws -> [UInt8] {
  var bytes: [UInt8] = []
  try await SpaceArchive.write(home, in: journal) { bytes += $0 }
  return bytes
}

/// The facts of an archive that arrives in pieces of `size` bytes.
func facts(in archive: [UInt8], pieces size: Int = 1 << 16) throws -> [FactRecord] {
  var rest = archive[...]
  var reader = ArchiveReader {
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size)
  }
  var facts: [FactRecord] = []
  while let page = try reader.next() { facts += page }
  return facts
}

/// A space that is written to an archive and read back has the same facts, byte for byte.
struct ArchiveTests {
  /// The archive of a space with a fact of each of these payloads, as bytes.
  private func archive(_ payloads: [String]) async throws -> [UInt8] {
    let journal = MemoryJournal()
    let facts = payloads.enumerated().map { fact($0 + 1, about: run, payload: $1) }
    try await journal.add(facts, after: 0)
    return try await JournalTests.archive(of: journal)
  }

  /// The message with which an archive is refused.
  private func refusal(_ text: String) -> DomainError? {
    #expect(throws: DomainError.self) { try facts(in: Array(text.utf8)) }
  }

  @Test func `an archive tells in which product the space was used`() async throws {
    for product in ["streaks", nil] {
      let journal = MemoryJournal()
      try await journal.add([fact(1, about: run, payload: "{}")], after: 0)
      var bytes: [UInt8] = []
      try await SpaceArchive.write(home, in: journal, product: product) { bytes += $0 }
      var rest = bytes[...]
      let archive = try ArchiveReader.check {
        defer { rest = [] }
        return rest
      }
      #expect(archive.entries == 1)
      #expect(archive.product == product)
    }
  }

  @Test(arguments: [false, true])
  func `B1: an archive says so if the history is not what was written`(
    isChanged: Bool
  ) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let journal = try SQLiteJournal(path: path)
      try await journal.add((1...3).map { fact($0, about: run, payload: "{}") }, after: 0)
      if isChanged {
        // The payload fits its hash, so that only the chain can tell.
        try Database(path: path, mode: .readWrite).execute(
          "UPDATE facts SET chain_hash = zeroblob(32) WHERE seq = 2"
        )
      }
      var bytes: [UInt8] = []
      let changed = try await SpaceArchive.write(home, in: journal) { bytes += $0 }
      #expect(changed == (isChanged ? ChangedHistory(entry: 2) : nil))
      #expect(String(decoding: bytes, as: UTF8.self).contains("\"firstChanged\" : 2") == isChanged)
      #expect(try facts(in: bytes).count == 3)
    }
  }

  @Test(arguments: [1, 7, 1 << 16])
  func `payloads come back with the same bytes, whatever the pieces`(_ size: Int) async throws {
    // Sorted JSON, other orders and spaces, what is no JSON at all, and a null.
    let payloads = [
      #"{"a":1,"b":[2]}"#, #"{ "b":1, "a":2 }"#, "1.0", "not JSON", "", "null",
      #"{"a":"]},\"\\"}"#, #"["facts", [1]]"#,
    ]
    let facts = try facts(in: try await archive(payloads), pieces: size)
    #expect(facts.map { $0.payload.map { String(decoding: $0, as: UTF8.self) } } == payloads)
  }

  /// The same document, encoded at once.
  private struct Whole: Encodable {
    let facts: [FactRecord]
    let format = "trellis-space"
    let version = 2
  }

  @Test(arguments: [[], ["{}"], [#"{"a":[],"b":{}}"#, "x"]])
  func `what is written in pieces is one document in the usual layout`(
    _ payloads: [String]
  ) async throws {
    let bytes = try await archive(payloads)
    let whole = try JSON.pretty(Whole(facts: try facts(in: bytes))) + "\n"
    #expect(String(decoding: bytes, as: UTF8.self) == whole)
  }

  @Test(arguments: [1, 1 << 16])
  func `an archive that an editor saved with a byte order mark is read`(_ size: Int) async throws {
    let bytes = try await archive(["{}"])
    let marked = try facts(in: [0xEF, 0xBB, 0xBF] + bytes, pieces: size)
    let plain = try facts(in: bytes)
    #expect(marked == plain)
  }

  @Test func `many entries are read in pages`() async throws {
    let bytes = try await archive((1...4500).map { "{\"n\":\($0)}" })
    var rest = bytes[...]
    var sizes: [Int] = []
    var reader = ArchiveReader {
      defer { rest = rest.dropFirst(1000) }
      return rest.prefix(1000)
    }
    while let page = try reader.next() { sizes.append(page.count) }
    #expect(sizes.count == 3 && sizes.allSatisfy { $0 < 2100 })
    #expect(sizes.reduce(0, +) == 4500 && reader.entries == 4500)
  }

  @Test func `a copy of a space has the same rows, erased ones too`() async throws {
    let (journal, copy) = (MemoryJournal(), MemoryJournal())
    let erasing = fact(3, about: run, erases: true)
    try await journal.add([fact(1, about: run), fact(2, about: read)], after: 0)
    try await journal.add([erasing], after: 2)
    var facts = try facts(in: try await JournalTests.archive(of: journal))
    // The module of a fact knows that it erases; the archive does not say so.
    facts[2].erases = true
    try await copy.add(facts, after: 0)
    #expect(try await copy.all() == journal.all())
    #expect(try await copy.all()[0].fact.payload == nil)
  }

  @Test func `what a server decided stands beside the fact, and is read as a row before it`()
    async throws
  {
    let journal = MemoryJournal()
    let (first, second) = (fact(1, about: run), fact(2, about: read))
    try await journal.add([try amendment(9, of: 2), second, first], after: 0)
    let bytes = try await JournalTests.archive(of: journal)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""refused" : "future-day""#))
    let facts = try facts(in: bytes)
    #expect([facts[0].id, facts[2].id] == [first.id, second.id])
    let refused = Amendment(fact: second.id, verdict: .refused("future-day"))
    let read = try facts.map { try Amendment.read($0) }
    #expect(read == [nil, refused, nil])
    // Merged once more, nothing is new.
    #expect(try JournalTests.facts(in: bytes) == facts)
  }

  @Test func `devices that stored the same facts in another order write the same archive`()
    async throws
  {
    let facts = (1...1300).map { fact($0, about: run, payload: "{\"n\":\($0)}") }
    let refused = try amendment(5000, of: 700)
    let decided = try amendment(6000, of: 700)
    let (laptop, phone, tablet) = (MemoryJournal(), MemoryJournal(), MemoryJournal())
    try await laptop.add(facts + [refused], after: 0)
    try await phone.add([decided] + facts.reversed(), after: 0)
    let mixed = facts.indices.map { facts[$0 * 7 % facts.count] }
    try await tablet.add(mixed + [decided], after: 0)
    let archive = try await JournalTests.archive(of: laptop)
    #expect(try await JournalTests.archive(of: phone) == archive)
    #expect(try await JournalTests.archive(of: tablet) == archive)
    #expect(try JournalTests.facts(in: archive).count == 1301)
  }

  /// The row with the verdict that a fact is refused.
  private func amendment(_ number: Int, of fact: UInt128) throws -> FactRecord {
    let amendment = Amendment(fact: FactID(rawValue: fact), verdict: .refused("future-day"))
    let stamp = HybridTimestamp(clock: HybridTime(rawValue: 5), device: DeviceID(rawValue: 7))
    return try amendment.record(id: FactID(rawValue: UInt128(number)), stamp: stamp)
  }

  @Test func `an archive of version 1 is read, which had its facts in the order of the journal`()
    async throws
  {
    let journal = MemoryJournal()
    try await journal.add([fact(2, about: read), fact(1, about: run)], after: 0)
    let rows = try await journal.all().map(\.fact) + [amendment(9, of: 1)]
    let text = """
      { "facts" : \(try JSON.pretty(rows)), "format" : "trellis-space", "space" : "\(home)",
        "version" : 1 }
      """
    let facts = try facts(in: Array(text.utf8))
    #expect(facts.map(\.id) == rows.map(\.id))
    #expect(facts.map(\.payloadHash) == rows.map(\.payloadHash))
  }

  @Test func `an entry that was edited is refused by name`() async throws {
    let text = String(decoding: try await archive([#"{"amount":1}"#]), as: UTF8.self)
    let edited = text.replacing(#""amount" : 1"#, with: #""amount" : 2"#)
    #expect(edited != text)
    let error = refusal(edited)
    #expect(error?.code == "archive-damaged")
    #expect(error?.message.contains("\(FactID(rawValue: 1)) (tracking.check-set)") == true)
  }

  @Test func `an archive of a later version asks for an update, whatever its entries are`()
    async throws
  {
    let text = String(decoding: try await archive(["{}"]), as: UTF8.self)
    let later = text.replacing(#""version" : 2\#n}"#, with: #""version" : 3\#n}"#)
    #expect(later != text)
    #expect(refusal(later)?.code == "archive-too-new")
    #expect(refusal(later.replacing("payloadHash", with: "sum"))?.code == "archive-too-new")
  }

  @Test func `what is no whole archive is refused with the place`() async throws {
    let text = String(decoding: try await archive(["{}", #"{"a":1}"#]), as: UTF8.self)
    let faults: [(String, String)] = [
      (String(text.dropLast(2)), "it ends too early after entry 2"),
      (String(text.prefix(text.count / 2)), "it ends too early after entry"),
      (text + "]", "a bracket too many"),
      (text + "x", "beside the entries"),
      (text.replacing("},\n    {", with: "},,{"), "an entry is missing after entry 1"),
      (text.replacing("}\n  ],", with: "},],"), "an entry is missing after entry 2"),
      (text.replacing("},\n    {", with: "} {"), "in entry 1, "),
      (
        text.replacing(#""kind" : "tracking.check-set","#, with: ""),
        "in entry 1, “kind” is missing"
      ),
      (text.replacing(#""facts""#, with: #""fakts""#), "its list of entries is missing"),
      (text.replacing(#""version""#, with: #""facts" : [], "version""#), "two lists"),
      (String(repeating: "[", count: 2 << 20), "too much beside"),
      ("", "it ends too early."), ("[]", "beside the entries"), ("{}", "“format” is missing"),
    ]
    for (text, place) in faults {
      let error = refusal(text)
      #expect(error?.code == "archive-unreadable", "\(place)")
      #expect(error?.message.contains(place) == true, "\(error?.message ?? "") lacks \(place)")
      #expect(error?.message.hasSuffix("Nothing was imported.") == true)
    }
  }
}
