import Core
import Testing

@testable import API

@Suite struct SchemaTests {
  enum Color: String, Codable, CaseIterable { case red, blue }
  struct Leaf: Codable, Equatable {
    let day: Day
    let count: Int?
    let color: Color
  }
  struct Tree: Codable {
    let title: String
    let leaves: [Leaf]
    let at: Instant?
    let notes: [String: Int]
    let grows: Bool
    let weekdays: Set<Weekday>
    let id: EntityID
    let children: [Tree]
  }

  @Test func `a type says what it reads`() throws {
    let registry = SchemaRegistry()
    let fields = try registry.fields(of: Tree.self)
    let byName = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) })
    #expect(byName["title"]?.schema == .text)
    #expect(byName["leaves"]?.isRequired == true)
    #expect(byName["at"]?.isRequired == false)
    #expect(byName["notes"]?.schema == .map(.integer(Schema.safeIntegers), keys: nil))
    #expect(byName["grows"]?.schema == .flag)
    #expect(
      byName["weekdays"]?.schema == .list(.choice((1...7).map { JSONValue.integer(Int64($0)) }))
    )
    let leaf = try #require(registry.schemas.first { $0.key.hasSuffix("Leaf") }?.value)
    guard case .object(let members) = leaf else {
      Issue.record("A leaf is an object.")
      return
    }
    #expect(members.map(\.name) == ["day", "count", "color"])
    #expect(members[2].schema == .choice(["red", "blue"]))
  }

  @Test func `a type may contain lists of itself`() throws {
    let registry = SchemaRegistry()
    guard case .reference(let name) = try registry.schema(of: Tree.self) else {
      Issue.record("A tree has a name.")
      return
    }
    guard case .object(let fields) = registry.schemas[name] else {
      Issue.record("A tree is an object.")
      return
    }
    #expect(fields.first { $0.name == "children" }?.schema == .list(.reference(name)))
  }

  @Test func `what is made up can be read`() throws {
    let registry = SchemaRegistry()
    let leaf = try registry.sample(of: Leaf.self)
    let bytes = try JSON.encode(leaf)
    #expect(try JSON.decode(Leaf.self, from: bytes) == leaf)
  }

  @Test func `the description is JSON Schema`() throws {
    let registry = SchemaRegistry()
    _ = try registry.schema(of: Leaf.self)
    let leaf = try #require(registry.schemas.first { $0.key.hasSuffix("Leaf") }?.value)
    guard case .object(let document) = leaf.document,
      case .object(let properties) = document["properties"]
    else {
      Issue.record("A leaf is an object.")
      return
    }
    #expect(document["required"] == ["day", "color"])
    #expect(properties["color"] == ["type": "string", "enum": ["red", "blue"]])
    guard case .object(let day) = properties["day"] else {
      Issue.record("A day is described by an object.")
      return
    }
    #expect(day["format"] == "date")
  }

  /// A value that is written as `null` where there is none.
  struct Nullable<Value: Codable>: Codable {
    let value: Value?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = try container.decodeNil() ? nil : container.decode(Value.self)
    }
  }
  struct Branch: Codable {
    let color: Nullable<Color>
    let leaf: Nullable<Leaf>
    let count: Int?
  }

  @Test func `a value that may be null is there, unlike one that may be left out`() throws {
    let book = SchemaRegistry()
    let fields = try book.fields(of: Branch.self)
    let leaf = try book.schema(of: Leaf.self)
    #expect(fields.map(\.isRequired) == [true, true, false])
    #expect(fields[0].schema == .optional(.choice(["red", "blue"])))
    #expect(fields[1].schema == .optional(leaf))
    // Only the leaf has a name.
    #expect(book.schemas.count == 1)
  }

  struct Odd: Decodable {
    init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
  }

  @Test func `what cannot be followed is an error`() {
    #expect(throws: SchemaError.self) { try SchemaRegistry().schema(of: Odd.self) }
  }
}
