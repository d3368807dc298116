import Core
import FoundationEssentials
import TestKit
import Testing

@Suite struct EncodedJSONTests {
  /// What the value of a text is when it is decoded and encoded.
  private static func again(_ text: String) throws -> String {
    let value = try JSON.decode(JSONValue.self, from: Array(text.utf8))
    return String(decoding: try JSON.encode(value), as: UTF8.self)
  }

  private static func copied(_ text: String) throws -> String {
    let json = try JSON.decode(EncodedJSON.self, from: Array(text.utf8))
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func `random values are the same bytes as those that are decoded and encoded`() throws {
    var random = RandomJSON(seed: 9)
    for _ in 0..<1000 {
      let value = random.value(depth: 4)
      let bytes = try JSON.encode(value)
      #expect(try JSON.decode(EncodedJSON.self, from: bytes).bytes == bytes)
      #expect(EncodedJSON(bytes)?.bytes == bytes)
      let indented = Array(try JSON.pretty(value).utf8)
      #expect(try JSON.decode(EncodedJSON.self, from: indented).bytes == bytes)
    }
  }

  /// Values that are written otherwise than they were read.
  private static let changing = [
    #" { "b" : [ 1 , { } , [ ] ] , "a" : null } "#,
    #"{"b":1,"a":2}"#, #"{"a":1,"a":2}"#, #"{"a":{"c":1,"b":[{"e":1,"d":2}]}}"#,
    #"{"\u0061":1}"#, #"{"\u0061":1,"a":2}"#, #"{"é":1,"é":2}"#, #"{"z":1,"é":2,"ä":3}"#,
    #"["\u0041\/\n\u001f\ud83d\ude00"]"#, "1e3", "1.0", "-0", "-0.0", "0.1", "1E-2",
    "12345678901234567890", "[1.50,-1,9007199254740993]", #""""#, "{}", "[]", "true", "false",
  ]

  @Test(arguments: changing) func `what is written otherwise than it was read changes`(
    _ text: String
  ) throws {
    #expect(try EncodedJSONTests.copied(text) == EncodedJSONTests.again(text))
    let isSame = try Array(EncodedJSONTests.again(text).utf8) == Array(text.utf8)
    #expect((EncodedJSON(Array(text.utf8)) != nil) == isSame)
  }

  @Test(arguments: ["", "{", "[1e400]", #"{"a":1}x"#, "\u{FEFF}1"])
  func `what cannot be decoded has no encoded form`(_ text: String) {
    #expect(throws: DecodingError.self) { try EncodedJSONTests.copied(text) }
    #expect(EncodedJSON(Array(text.utf8)) == nil)
  }

  @Test func `it stands in other documents, and other coders read and write it`() throws {
    let bytes = Array(#"{"a":[1,"ö"]}"#.utf8)
    let json = try #require(EncodedJSON(bytes))
    let written = try JSON.encode(["inner": [json]])
    #expect(String(decoding: written, as: UTF8.self) == #"{"inner":[{"a":[1,"ö"]}]}"#)
    let other = try JSONEncoder().encode(["inner": [json]])
    #expect(Array(other) == written)
    let read = try JSONDecoder().decode([String: [EncodedJSON]].self, from: other)
    #expect(read == ["inner": [json]])
  }
}
