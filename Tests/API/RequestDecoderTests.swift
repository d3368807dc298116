import Core
import Testing

@testable import API

@Suite struct RequestReadingTests {
  enum Size: Int, Codable, CaseIterable { case small = 1, large = 2 }
  struct Part: Codable, Equatable {
    let amount: Int
    let share: UInt8?
  }
  struct Order: Codable, Equatable {
    let count: Int
    let at: Instant?
    let parts: [Part]?
    let byName: [String: Part]?
    let size: Size?
    let zone: Zone?
    let anything: JSONValue?
  }

  private func read(_ text: String) throws -> Order {
    let registry = SchemaRegistry()
    let fields = try registry.fields(of: Order.self)
    let reading = RequestDecoder(schema: .object(fields), schemas: registry.schemas)
    return try reading.read(Order.self, try reading.scan(Array(text.utf8)))
  }

  @Test(
    arguments: [
      ("9007199254740992", #"{"count":9007199254740992}"#),
      ("-9007199254740992", #"{"count":-9007199254740992}"#),
      ("9007199254740992", #"{"count":1,"parts":[{"amount":9007199254740992}]}"#),
      ("253402300800000", #"{"count":1,"at":253402300800000}"#),
      ("256", #"{"count":1,"parts":[{"amount":1},{"amount":1,"share":256}]}"#),
      ("-1", #"{"count":1,"byName":{"a":{"amount":1,"share":0},"b":{"amount":1,"share":-1}}}"#),
      // The first in the order of the schema, not of the body.
      ("9007199254740993", #"{"at":253402300800000,"count":9007199254740993}"#),
    ]
  )
  func `a number out of its bounds is named, however deep it stands`(
    number: String,
    body: String
  ) {
    let words = "\(number) is outside the allowed range."
    #expect(throws: FieldError(.wrong, words)) { try read(body) }
  }

  @Test(
    arguments: [
      (
        #"{"count":"1"}"#,
        FieldError(.wrong, "count: Wanted a whole number, found a text at byte 10.")
      ),
      (
        #"{"count":null}"#,
        FieldError(.wrong, "count: Wanted a whole number, found null at byte 9.")
      ),
      (
        #"{"count":1.5}"#,
        FieldError(.wrong, "count: The number is not whole, or out of bounds at byte 9.")
      ),
      (
        #"{"count":9223372036854775808}"#,
        FieldError(.wrong, "count: The number is not whole, or out of bounds at byte 9.")
      ),
      (
        #"{"count":1,"parts":{"0":{"amount":256}}}"#,
        FieldError(.wrong, "parts: Wanted a list, found an object at byte 19.")
      ),
      (
        #"{"count":1,"size":3}"#,
        FieldError(.wrong, "size: “3” is none of the values that may stand here. Give one of 1, 2.")
      ),
      (
        #"{"count":1,"parts":[{}]}"#, FieldError(.wrong, "“parts.0.amount” is missing.")
      ),
      (
        #"{"count":1,"unknown":[1e999]}"#,
        FieldError(.unreadable, "unknown.0: The number is too great at byte 22.")
      ),
      (
        #"{"count":1,}"#,
        FieldError(.unreadable, "This is not JSON at byte 11: A name in quotes was expected.")
      ),
      ("[9007199254740992]", FieldError(.wrong, "A JSON object is expected.")),
    ]
  )
  func `what is wrong is told with its place`(body: String, error: FieldError) {
    #expect(throws: error) { try read(body) }
  }

  @Test func `a value's own refusal is handed on`() {
    #expect(throws: DomainError.self) { try read(#"{"count":1,"zone":"Nowhere/Else"}"#) }
  }

  @Test func `numbers within their bounds are read, and any where none are set`() throws {
    let order = try read(
      #"""
      {"count":9007199254740991,"at":-1,"parts":[{"amount":1e3,"share":255}],"byName":{},"size":2,
      "zone":"UTC","anything":[9007199254740993,{"deep":-1.5}],"unknown":9007199254740993}
      """#
    )
    #expect(order.count == 9_007_199_254_740_991)
    #expect(order.parts == [Part(amount: 1000, share: 255)])
    #expect(order.anything == [.integer(9_007_199_254_740_993), ["deep": .number(-1.5)]])
    #expect(order.size == .large)
  }
}
