import Core
import Testing

@testable import APIKit

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
  }
  struct Space: Answering {
    func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
      let find = query as? Find
      guard let reply = "\(find?.text ?? "") \(find?.deep ?? [])" as? Q.Reply else {
        throw SchemaError("unknown")
      }
      return reply
    }
    func send<C: Command>(_ command: C) async throws -> C.Reply {
      guard let add = command as? Add, let sum = add.numbers.reduce(0, +) as? C.Reply else {
        throw SchemaError("unknown")
      }
      return sum
    }
  }

  @Test func `an order is read, carried out and answered`() async throws {
    let add = try Operation(Add.self, in: SchemaBook())
    #expect(add.path == "/api/v1/tally/add-all")
    #expect(add.kind == .command)
    let reply = try await add.answer(Array("{\"numbers\":[1,2]}".utf8), in: Space())
    #expect(String(decoding: reply, as: UTF8.self) == "3")
    _ = try await add.answer(JSON.encode(add.example), in: Space())
  }

  @Test(arguments: ["{}", "[]", "{\"numbers\":[9007199254740992]}", "{\"numbers\":[\"1\"]}", "x"])
  func `what it does not want is told`(body: String) async throws {
    let add = try Operation(Add.self, in: SchemaBook())
    await #expect(throws: BadFields.self) { try await add.answer(Array(body.utf8), in: Space()) }
  }

  @Test func `a question is read from what stands behind the question mark`() async throws {
    let find = try Operation(Find.self, in: SchemaBook())
    let fields = try QueryFields.object(
      [("text", "1"), ("deep", "1"), ("deep", "2"), ("isExact", "true"), ("count", "4")],
      for: find
    )
    #expect(
      String(decoding: fields, as: UTF8.self)
        == "{\"count\":4,\"deep\":[1,2],\"isExact\":true,\"text\":\"1\"}"
    )
    let reply = try await find.answer(fields, in: Space())
    #expect(String(decoding: reply, as: UTF8.self) == "\"1 [1, 2]\"")
  }

  struct Compare: Query {
    typealias Reply = Int
    static let name = "tally.compare"
    static let summary = "Compares."
    let with: Find
  }

  @Test func `what does not fit into an address is asked with a body`() throws {
    #expect(try Operation(Compare.self, in: SchemaBook()).hasBody)
    #expect(try !Operation(Find.self, in: SchemaBook()).hasBody)
    #expect(try Operation(Add.self, in: SchemaBook()).hasBody)
  }

  @Test(arguments: [("isExact", "1"), ("count", "x"), ("count", ""), ("other", "1"), ("deep", "x")])
  func `values of the wrong kind are told`(name: String, value: String) throws {
    let find = try Operation(Find.self, in: SchemaBook())
    #expect(throws: BadFields.self) { try QueryFields.object([(name, value)], for: find) }
  }

  @Test func `a key is short and plain`() {
    #expect(IdempotencyKey.isValid("0197a1b2-c3d4:x_y.z"))
    for key in ["", "a b", "ä", String(repeating: "a", count: 129), "a\n"] {
      #expect(!IdempotencyKey.isValid(key))
    }
  }
}
