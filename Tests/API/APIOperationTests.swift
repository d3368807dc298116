import Core
import TestKit
import Testing

@testable import API

@Suite struct OperationTests {
  struct Add: Command {
    typealias Reply = Int
    static let name = "tally.add-all"
    static let summary = "Adds."
    let numbers: [Int]
    let times: Int?
  }
  struct Find: Query {
    typealias Reply = String
    static let name = "tally.find"
    static let summary = "Finds."
    let text: String
    let day: Day?
    let deep: [Int]?
    let isExact: Bool
    let count: Int?
    let weight: Double?
    let tags: [String]
  }
  struct Space: StubbedSpace {
    func reply<R: Request>(to request: R) throws -> R.Reply {
      let reply: Any? =
        switch request {
        case let find as Find: Space.words(find)
        case let add as Add: add.numbers.reduce(0, +)
        default: nil
        }
      guard let reply = reply as? R.Reply else { throw SchemaError("unknown") }
      return reply
    }
    private static func words(_ find: Find) -> String {
      let day = find.day?.description ?? "-"
      let numbers = "\(find.deep ?? []) \(find.count ?? -1) \(find.weight ?? -1)"
      return "\(find.text) \(day) \(find.isExact) \(numbers) \(find.tags)"
    }
  }

  struct Mark: Command {
    struct Reply: Codable, Sendable { let day: Int }
    static let name = "tally.mark"
    static let summary = "Marks."
    let day: Int
  }
  struct Reached: Signal, IntegrationEvent {
    static let name = "tally.reached"
    static let summary = "A goal is reached."
    let level: Int
  }
  /// No other program may receive it.
  struct Noted: Signal { static let name = "tally.noted" }

  /// A space in which every command reaches something.
  struct Reaching: StubbedSpace {
    func reply<R: Request>(to request: R) throws -> R.Reply {
      if let mark = request as? Mark, let reply = Mark.Reply(day: mark.day) as? R.Reply {
        return reply
      }
      return try Space().reply(to: request)
    }
    func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
      let signals: [any Signal] = [Noted(), Reached(level: 7), Reached(level: 8)]
      return Outcome(reply: try reply(to: command), signals: signals)
    }
  }

  @Test func `the reply to an order says what the order has reached`() async throws {
    let mark = try APIOperation(Mark.self, in: SchemaRegistry())
    func reply(in space: any SpaceClient) async throws -> String {
      String(decoding: try await mark.answer(Array("{\"day\":3}".utf8), in: space), as: UTF8.self)
    }
    let reached = #"{"data":{"level":7},"event":"tally.reached"}"#
    let more = #"{"data":{"level":8},"event":"tally.reached"}"#
    #expect(try await reply(in: Reaching()) == #"{"day":3,"signals":[\#(reached),\#(more)]}"#)
    // A reply that is no object has no room for it.
    let add = try APIOperation(Add.self, in: SchemaRegistry())
    let sum = try await add.answer(Array("{\"numbers\":[1,2]}".utf8), in: Reaching())
    #expect(String(decoding: sum, as: UTF8.self) == "3")
  }

  @Test func `an order is read, carried out and answered`() async throws {
    let registry = SchemaRegistry()
    let add = try APIOperation(Add.self, in: registry)
    #expect(add.path == "/api/v1/tally/add-all")
    #expect(add.kind == .command)
    let reply = try await add.answer(Array("{\"numbers\":[1,2]}".utf8), in: Space())
    #expect(String(decoding: reply, as: UTF8.self) == "3")
    _ = try await add.answer(JSON.encode(add.description(in: registry).example), in: Space())
  }

  @Test(arguments: ["{}", "[]", "{\"numbers\":[9007199254740992]}", "{\"numbers\":[\"1\"]}", "x"])
  func `what it does not want is told`(body: String) async throws {
    let add = try APIOperation(Add.self, in: SchemaRegistry())
    await #expect(throws: FieldError.self) { try await add.answer(Array(body.utf8), in: Space()) }
  }

  private func ask(_ pairs: [(name: String, value: String)]) async throws -> String {
    let find = try APIOperation(Find.self, in: SchemaRegistry())
    return try JSON.decode(String.self, from: try await find.answer(pairs, in: Space()))
  }

  @Test func `a question is read from what stands behind the question mark`() async throws {
    let pairs = [
      ("text", "1"), ("deep", "1"), ("deep", "2"), ("isExact", "true"), ("count", "4"),
      ("day", "2026-03-29"), ("weight", "1e3"), ("tags", "a\"b"),
    ]
    #expect(try await ask(pairs) == "1 2026-03-29 true [1, 2] 4 1000.0 [\"a\\\"b\"]")
    // A missing list is empty; a missing optional value is nil.
    #expect(try await ask([("text", ""), ("isExact", "false")]) == " - false [] -1 -1.0 []")
  }

  struct Compare: Query {
    typealias Reply = Int
    static let name = "tally.compare"
    static let summary = "Compares."
    let with: Find
  }

  struct Listed: Query {
    struct Reply: Codable, Sendable {
      let leaf: SchemaTests.Leaf
    }
    static let name = "tally.listed"
    static let summary = "Lists."
    let count: Int
  }

  @Test func `the reply is described for those who ask, and not to run the request`() throws {
    let registry = SchemaRegistry()
    let listed = try APIOperation(Listed.self, in: registry)
    #expect(registry.schemas.isEmpty)
    let description = try listed.description(in: registry)
    guard case .reference(let name) = description.reply else {
      Issue.record("The reply has a name.")
      return
    }
    #expect(registry.schemas[name] != nil && registry.schemas.count == 2)
    #expect(description.example == ["count": .integer(1)])
  }

  @Test func `what does not fit into an address is asked with a body`() throws {
    #expect(try APIOperation(Compare.self, in: SchemaRegistry()).hasBody)
    #expect(try !APIOperation(Find.self, in: SchemaRegistry()).hasBody)
    #expect(try APIOperation(Add.self, in: SchemaRegistry()).hasBody)
  }

  @Test(
    arguments: [
      ("isExact=1", "“isExact” must be true or false."),
      ("count=x", "“count” must be a whole number."),
      ("count=", "“count” must be a whole number."),
      ("count=1.0", "“count” must be a whole number."),
      ("weight=nan", "“weight” must be a number."),
      ("weight=1e999", "“weight” must be a number."),
      ("deep=1&deep=x", "“deep” must be a whole number."),
      ("other=1", "There is no “other” to ask for here."),
      ("count=1&count=1", "“count” was given twice."),
      ("count=x&other=1", "“count” must be a whole number."),
      ("other=1&count=x", "There is no “other” to ask for here."),
      ("text=a", "“isExact” is missing."),
      ("text=a&isExact=true&count=9007199254740992", outOfBounds),
      ("text=a&isExact=true&deep=1&deep=9007199254740992", outOfBounds),
      (
        "text=a&isExact=true&day=2026-02-30",
        "day: '2026-02-30' is not a day written as YYYY-MM-DD."
      ),
    ]
  )
  func `what is wrong behind the question mark is told`(
    query: String,
    words: String
  ) async throws {
    let pairs = query.split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      return (name: sides[0], value: sides[1])
    }
    await #expect(throws: FieldError(.wrong, words)) { try await ask(pairs) }
  }

  private static let outOfBounds = "9007199254740992 is outside the allowed range."

  @Test func `a key is short and plain`() {
    #expect(IdempotencyKey.isValid("0197a1b2-c3d4:x_y.z"))
    for key in ["", "a b", "ä", String(repeating: "a", count: 129), "a\n"] {
      #expect(!IdempotencyKey.isValid(key))
    }
  }
}
