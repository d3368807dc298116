import Core
import Testing

@Suite struct ReadJSONTests {
  private struct Wish: Decodable, Equatable {
    let text: String
    let count: Int
    let weight: Double
    let isExact: Bool
    let day: Day?
    let left: Int?
    let numbers: [Int]
    let words: Set<String>
  }

  private func read(_ text: String) throws -> ParsedJSON { try ParsedJSON(Array(text.utf8)) }

  @Test func `plain values are read as the same values in JSON are`() throws {
    let members: [(name: String, value: FormValue)] = [
      ("weight", .number("0.5")), ("numbers", .list([.number("1"), .number("-2")])),
      ("text", .text("a \"quoted\" \\ line\nand שלום")), ("isExact", .flag(true)),
      ("count", .number("+4")), ("words", .list([])), ("day", .text("2026-03-29")),
    ]
    let json = #"""
      {"weight":0.5,"numbers":[1,-2],"text":"a \"quoted\" \\ line\nand שלום","isExact":true,
      "count":4,"words":[],"day":"2026-03-29"}
      """#
    let wish = try ParsedJSON(members: members).decode(Wish.self)
    #expect(wish == (try read(json).decode(Wish.self)))
    #expect(wish.text == "a \"quoted\" \\ line\nand שלום")
    #expect(wish.numbers == [1, -2])
  }

  private struct Row: Decodable {
    let days: [Day]
    let count: UInt8
  }

  @Test(arguments: [
    ("2026-02-30", "7", "days.0: '2026-02-30' is not a day written as YYYY-MM-DD."),
    ("2026-02-28", "256", "count: The number is not whole, or out of bounds."),
  ])
  func `an error in plain values names the way, and no byte`(
    day: String,
    count: String,
    words: String
  ) throws {
    let row = ParsedJSON(members: [("days", .list([.text(day)])), ("count", .number(count))])
    let error = #expect(throws: DecodingError.self) { try row.decode(Row.self) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let way = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    #expect("\(way.joined(separator: ".")): \(context.debugDescription)" == words)
  }

  @Test func `an object may have no members at all`() throws {
    let empty = ParsedJSON(members: [])
    #expect(empty.isObject)
    #expect(try empty.decode([String: Int].self).isEmpty)
    #expect(throws: DecodingError.self) { try empty.decode(Wish.self) }
  }

  @Test func `one looks at parts without making values of them`() throws {
    let whole = try read(#"{"a":[1,2.0,"3",2.5,9223372036854775808,null],"b":{"c":7},"a":0}"#)
    #expect(whole.member("a")?.elements.map(\.integer) == [1, 2, nil, nil, nil, nil])
    #expect(whole.member("b")?.member("c")?.integer == 7)
    #expect(whole.values.map(\.elements.count) == [6, 0, 0])
    #expect(whole.member("x") == nil)
    #expect(whole.elements.isEmpty)
    #expect(whole.member("a")?.values.isEmpty == true)
    #expect(whole.member("a")?.member("a") == nil)
  }

  @Test func `texts, ids and numbers are read without decoding them`() throws {
    let id = "0123456789abcdefABCDEF0123456789"
    let whole = try read(
      #"{"id":"\#(id)","no":null,"t":"a\u0062","u":18446744073709551615,"v":-1,"x":[true]}"#
    )
    #expect(whole["id"]?.identifier(FactID.self) == FactID(id))
    #expect(whole["id"]?.hexadecimalBytes == Hexadecimal.bytes(id.utf8))
    #expect(whole["t"]?.identifier(FactID.self) == nil)
    #expect(whole["t"]?.text == "ab")
    #expect(whole["t"]?.hexadecimalBytes == nil)
    #expect(whole["u"]?.unsignedInteger == .max)
    #expect(whole["u"]?.integer == nil)
    #expect(whole["v"]?.unsignedInteger == nil)
    #expect(whole["v"]?.integer == -1)
    #expect(whole["v"]?.text == nil)
    #expect(whole["no"]?.isNull == true)
    #expect(whole["x"]?.isList == true)
    #expect(whole["x"]?.encodedBytes == Array("[true]".utf8))
  }

  @Test(arguments: [
    ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-0", 0), ("1e3", 1000),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("18446744073709551616", nil),
    ("00", nil),
  ])
  func `whole numbers are read up to their bounds`(text: String, number: Int64?) {
    #expect((try? read(text))?.integer == number)
  }

  @Test func `a number that is too great for anything is found wherever it stands`() throws {
    try read(#"{"a":[1,-1.5e300,18446744073709551615],"b":"1e999"}"#).checkNumbers()
    let error = #expect(throws: DecodingError.self) {
      try read(#"{"a":[{"b":1e999}]}"#).checkNumbers()
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "0", "b"])
    #expect(context.debugDescription == "The number is too great at byte 11.")
  }
}
