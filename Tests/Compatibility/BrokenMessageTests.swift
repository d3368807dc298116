import API
import Catalogue
import Core
import Testing

/// Each way to break a message is noticed, and what breaks nobody passes.
@Suite struct BrokenMessageTests {
  enum Size: String, Codable, CaseIterable { case small, large }
  enum Sizes: String, Codable, CaseIterable { case small, large, huge }

  struct Noted: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: String?
    let size: Size
    var entity: EntityID? { nil }
  }

  /// The same name, in ways that a later version might have it.
  struct WithMember: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: String?
    let size: Size
    let mood: Int?
    var entity: EntityID? { nil }
  }
  struct WithRequired: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: String?
    let size: Size
    let mood: Int
    var entity: EntityID? { nil }
  }
  struct Without: Fact {
    static let name = "diary.noted"
    let day: Day
    let size: Size
    var entity: EntityID? { nil }
  }
  struct Renamed: Fact {
    static let name = "diary.noted"
    let day: Day
    let text: String?
    let size: Size
    var entity: EntityID? { nil }
  }
  struct Retyped: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: Int?
    let size: Size
    var entity: EntityID? { nil }
  }
  struct Strict: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: String
    let size: Size
    var entity: EntityID? { nil }
  }
  struct Loose: Fact {
    static let name = "diary.noted"
    let day: Day?
    let note: String?
    let size: Size
    var entity: EntityID? { nil }
  }
  struct Wider: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: String?
    let size: Sizes
    var entity: EntityID? { nil }
  }
  struct Exposed: Fact {
    static let name = "diary.noted"
    static let privacy = Privacy.countable
    let day: Day
    let note: String?
    let size: Size
    var entity: EntityID? { nil }
  }
  /// Says another thing with the same members.
  struct Shifted: Fact {
    static let name = "diary.noted"
    let day: Day
    let note: String?
    let size: Size
    var entity: EntityID? { nil }
    static func upcast(payload: [UInt8], version: Int) throws -> Shifted {
      let fact = try JSON.decode(Noted.self, from: payload)
      return Shifted(day: fact.day.advanced(by: 1), note: fact.note, size: fact.size)
    }
  }
  struct Second: Fact {
    static let name = "diary.noted"
    static let version = 2
    let day: Day
    let text: String
    var entity: EntityID? { nil }
    static func upcast(payload: [UInt8], version: Int) throws -> Second {
      guard version == 1 else { return try JSON.decode(Second.self, from: payload) }
      let old = try JSON.decode(Noted.self, from: payload)
      return Second(day: old.day, text: "\(old.size.rawValue) \(old.note ?? "")")
    }
  }

  struct Ask: Query {
    struct Answer: Codable, Sendable {
      let days: [Day]
      let size: Size
    }
    typealias Reply = Answer
    static let name = "diary.days"
    static let summary = "The days."
    let from: Day?
  }
  struct AskAgain: Query {
    struct Answer: Codable, Sendable {
      let days: [Day]?
      let size: Sizes
      let count: Int
    }
    typealias Reply = Answer
    static let name = "diary.days"
    static let summary = "The days."
    let from: Day
  }

  private func catalogue(
    _ facts: [any Fact.Type],
    _ requests: [any Request.Type] = []
  ) throws
    -> Catalogue
  {
    try Catalogue(of: [
      Manifest(
        name: "diary",
        version: "1.0.0",
        summary: "Notes.",
        kernel: KernelVersion(2, 1),
        owns: facts,
        answers: requests
      )
    ])
  }

  private func first(of catalogue: Catalogue) throws -> FrozenMessage {
    let message = try #require(catalogue.messages.first)
    return try #require(FrozenMessage(message, in: catalogue))
  }

  private func frozen(_ type: any Fact.Type = Noted.self) throws -> FrozenMessage {
    try first(of: try catalogue([type]))
  }

  private func breaks(_ type: any Fact.Type) throws -> [String] {
    try frozen().breaks(in: try catalogue([type]))
  }

  @Test func `what stays, or gets an optional member, breaks nobody`() throws {
    #expect(try breaks(Noted.self).isEmpty)
    #expect(try breaks(WithMember.self).isEmpty)
  }

  @Test func `what is taken away, renamed, retyped or required is named`() throws {
    #expect(try frozen().breaks(in: try catalogue([])) == ["it is gone"])
    #expect(try breaks(Without.self).contains("“note” is gone"))
    #expect(try breaks(Renamed.self).contains("“note” is gone"))
    #expect(try breaks(Retyped.self).contains("“note” was string and is integer"))
    #expect(try breaks(Strict.self).contains("“note” is required now"))
    #expect(try breaks(WithRequired.self).contains("“mood” is new and required"))
    #expect(try breaks(Loose.self) == ["“day” may be missing now"])
    #expect(
      try breaks(Wider.self) == ["“size” may be huge now, which earlier versions cannot read"]
    )
    #expect(try breaks(Exposed.self) == ["its privacy was personal and is countable"])
    #expect(try breaks(Shifted.self) == ["sample 1 says something else now"])
  }

  @Test func `a new version reads the old one, whose file says what becomes of it`() throws {
    #expect(try breaks(Second.self) == ["sample 1 says something else now"])
    var old = try frozen()
    old.becomes = [["day": "2026-03-29", "text": "small text"]]
    #expect(old.breaks(in: try catalogue([Second.self])).isEmpty)
    // A version that was released is not taken back.
    #expect(
      try frozen(Second.self).breaks(in: try catalogue([Noted.self])).first?.contains("older")
        == true
    )
  }

  @Test func `a request asks for no more, and its reply tells no less`() throws {
    let before = try catalogue([], [Ask.self])
    let frozen = try first(of: before)
    #expect(frozen.breaks(in: before).isEmpty)
    let after = frozen.breaks(in: try catalogue([], [AskAgain.self]))
    #expect(after.contains("“from” is required now"))
    #expect(after.contains("“reply.days” may be missing now"))
    // More sizes are news to who reads them, and no break.
    #expect(!after.contains { $0.contains("huge") || $0.contains("count") })
  }

  @Test func `a request may go with the kernel version that its file names, a fact never`() throws {
    let catalogue = try catalogue([Noted.self], [Ask.self])
    var all = catalogue.messages.compactMap { FrozenMessage($0, in: catalogue) }
    for index in all.indices { all[index].withdrawn = "3.0" }
    let empty = try self.catalogue([])
    #expect(all.map { $0.breaks(in: empty, kernel: KernelVersion(2, 9)).count } == [1, 1])
    #expect(all.map { $0.breaks(in: empty, kernel: KernelVersion(3, 0)).count } == [1, 0])
  }
}
