import Core
import FoundationEssentials
import TestKit
import Testing

/// Compares this coder with FoundationEssentials'.
///
/// Payloads of earlier versions were written by FoundationEssentials' coder, and hashes are
/// computed from bytes: this coder must write exactly the same bytes.
@Suite struct JSONTests {
  static func reference(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value))
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `random values are written byte for byte as by FoundationEssentials`() throws {
    var random = RandomJSON(seed: 7)
    for _ in 0..<3000 {
      let value = random.value(depth: 4)
      let bytes = try JSON.encode(value)
      #expect(JSONTests.text(bytes) == JSONTests.text(try JSONTests.reference(value)))
      let read = try JSON.decode(JSONValue.self, from: bytes)
      #expect(try JSON.encode(read) == bytes)
    }
  }

  @Test func `indented values are read as what they are`() throws {
    var random = RandomJSON(seed: 8)
    for _ in 0..<300 {
      let value = random.value(depth: 4)
      let indented = Array(try JSON.pretty(value).utf8)
      let read = try JSON.decode(JSONValue.self, from: indented)
      #expect(try JSON.encode(read) == JSON.encode(value))
    }
  }

  @Test func `indented text has no character that a terminal obeys`() throws {
    let unsafe = "a\u{9B}31m\u{7F}\u{202E}gnp\u{2066}\u{85}ö 👩‍🌾"
    let indented = try JSON.pretty(["name": unsafe])
    #expect(indented.contains(#""a\u009b31m\u007f\u202egnp\u2066\u0085ö 👩‍🌾"#))
    #expect(try JSON.decode([String: String].self, from: Array(indented.utf8)) == ["name": unsafe])
  }

  @Test func `every control character, quotes and other scripts are written alike`() throws {
    let controls = String(String.UnicodeScalarView((0...0xFF).compactMap(Unicode.Scalar.init)))
    for text in [controls, "\"\\/\u{2028}\u{FEFF}", "שלום 😀 e\u{301}", ""] {
      let bytes = try JSON.encode([text: text])
      #expect(bytes == (try JSONTests.reference([text: text])))
      #expect(try JSON.decode([String: String].self, from: bytes) == [text: text])
    }
  }

  private struct Everything: Codable, Equatable {
    var tiny: Int8 = .min
    var big: UInt64 = .max
    var small: Int64 = .min
    var whole: Int = 42
    var byte: UInt8 = 255
    var short: UInt16 = 65_535
    var fraction = 0.1
    var single: Float = 0.1
    var yes = true
    var nothing: Int?
    var something: Int? = 1
    var list: [Int?] = [1, nil, 3]
    var bytes: [[UInt8]] = [[], [1, 2]]
    var byNumber: [Int: String] = [10: "ten", 9: "nine"]
    var byName: [String: [Double]] = ["b": [1, -0.0], "a": [1e300, .leastNonzeroMagnitude]]
    var texts: Set<String> = ["one"]
  }

  @Test func `a text grows beyond the room that it was given`() throws {
    let long = String(repeating: "a", count: 5000)
    var members = JSONMembers(capacity: 0)
    members.write("text", long)
    let bytes = members.finish()
    #expect(bytes == Array("{\"text\":\"\(long)\"}".utf8))
    #expect(try JSON.encode([long]) == Array("[\"\(long)\"]".utf8))
  }

  @Test func `values of every type come back`() throws {
    let value = Everything()
    let bytes = try JSON.encode(value)
    #expect(JSONTests.text(bytes) == JSONTests.text(try JSONTests.reference(value)))
    #expect(try JSON.decode(Everything.self, from: bytes) == value)
  }

  private class Base: Codable { var base = 1 }

  private final class Derived: Base {
    var own = [2]

    private enum CodingKeys: String, CodingKey { case own, nested, list }
    private enum Inner: String, CodingKey { case deep }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .own)
      own = [try list.decode(Int.self)]
      let nested = try container.nestedContainer(keyedBy: Inner.self, forKey: .nested)
      own.append(try nested.decode(Int.self, forKey: .deep))
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var nested = container.nestedContainer(keyedBy: Inner.self, forKey: .nested)
      var list = container.nestedUnkeyedContainer(forKey: .own)
      try super.encode(to: container.superEncoder())
      try nested.encode(5, forKey: .deep)
      try list.encode(own[0])
      try list.encodeNil()
    }
  }

  @Test func `superclasses and containers inside one another are written alike`() throws {
    let value = Derived()
    value.base = 9
    let bytes = try JSON.encode(value)
    #expect(JSONTests.text(bytes) == JSONTests.text(try JSONTests.reference(value)))
    let read = try JSON.decode(Derived.self, from: bytes)
    #expect(read.base == 9)
    #expect(read.own == [2, 5])
  }

  @Test(arguments: [
    "", " ", "[1,]", "[1 2]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "01", "+1", "1.", ".5", "1e", "-",
    "nul", "tru", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"",
    "\"\u{1}\"", "1 2", "\u{FEFF}1", "[", "{", "{\"a\":", "NaN", "'a'", "[1]]", "// a\n1",
  ])
  func `what RFC 8259 does not allow is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSON.decode(JSONValue.self, from: Array(text.utf8))
    }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
      #expect(throws: DecodingError.self) {
        try JSON.decode(String.self, from: [0x22] + bytes + [0x22])
      }
    }
  }

  @Test func `lists stand in one another up to a limit`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: 0x5B, count: depth) + Array(repeating: 0x5D, count: depth)
    }
    _ = try JSON.decode(JSONValue.self, from: nested(512))
    for depth in [513, 100_000] {
      #expect(throws: DecodingError.self) {
        try JSON.decode(JSONValue.self, from: nested(depth))
      }
    }
  }

  @Test func `whole numbers are read only where nothing is rounded`() throws {
    func read<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T {
      try JSON.decode(type, from: Array(text.utf8))
    }
    #expect(try read("1e3") == 1000)
    #expect(try read("-0") == 0)
    #expect(try read("9007199254740993") == 9_007_199_254_740_993)
    #expect(try read("18446744073709551615") == UInt64.max)
    #expect(throws: DecodingError.self) { try read("9007199254740993.0", as: Int.self) }
    #expect(throws: DecodingError.self) { try read("9223372036854775808", as: Int64.self) }
    #expect(throws: DecodingError.self) { try read("-1", as: UInt8.self) }
    #expect(throws: DecodingError.self) { try read("1e999", as: Double.self) }
  }

  private struct Row: Codable, Equatable {
    let id: EntityID
    let day: Day
    let count: UInt8
  }

  @Test func `an error names the way and the byte`() throws {
    let text = #"[{"id":"00000000000000000000000000000001","day":"2026-02-30","count":1}]"#
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([Row].self, from: Array(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["0", "day"])
    let cut = #expect(throws: DecodingError.self) {
      try JSON.decode([Row].self, from: Array(text.utf8.prefix(20)))
    }
    #expect("\(String(describing: cut))".contains("at byte 20"))
  }

  @Test(arguments: [
    #"{"id":"1","day":"2026-02-03","count":1}"#, #"{"day":"2026-02-03","count":1}"#,
    #"{"id":"00000000000000000000000000000001","day":"2026-02-03","count":256}"#,
    #"{"id":"00000000000000000000000000000001","day":"2026-02-03","count":1.5}"#,
    #"{"id":"00000000000000000000000000000001","day":"2026-02-03","count":null}"#,
    #"{"id":"00000000000000000000000000000001","day":7,"count":1}"#, "[]", "null", "7",
  ])
  func `values of the wrong kind are refused`(text: String) {
    #expect(throws: DecodingError.self) { try JSON.decode(Row.self, from: Array(text.utf8)) }
  }

  @Test func `members are found among many, in any order, escaped or not`() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<2000).map { ("k\($0)", $0) })
    #expect(try JSON.decode([String: Int].self, from: JSON.encode(many)) == many)
    let text =
      #"{"count":1.0,"\u0064ay":"2026-02-03","x":[{}],"id":"0000000000000000000000000000000F"}"#
    let row = Row(
      id: EntityID(rawValue: 15),
      day: try #require(Day("2026-02-03")),
      count: 1
    )
    #expect(try JSON.decode(Row.self, from: Array(text.utf8)) == row)
  }

  @Test func `a number that JSON has not is refused`() {
    #expect(throws: EncodingError.self) { try JSON.encode(["a": Double.nan]) }
    #expect(throws: EncodingError.self) { try JSON.encode(Float.infinity) }
  }

  private struct Hasty: Encodable {
    let number: Double

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: JSONTests.AnyKey.self)
      try object.encode(1, forKey: "z")
      try? object.encode(["deep": ["er": number]], forKey: "left out")
      try? object.encode(number, forKey: "left out too")
      var list = object.nestedUnkeyedContainer(forKey: "list")
      try list.encode("first")
      try? list.encode(["deep": number])
      try? list.encode(number)
      try list.encode("last")
      try object.encode(2, forKey: "a")
      try object.encode(3, forKey: "z")
    }
  }

  private struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral: String) { stringValue = stringLiteral }
    init?(intValue: Int) { nil }
  }

  @Test func `what could not be written is left out whole when its owner goes on`() throws {
    let text = JSONTests.text(try JSON.encode([Hasty(number: .nan)]))
    #expect(text == #"[{"a":2,"list":["first","last"],"z":3}]"#)
  }

  private struct TwoFaced: Encodable {
    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode(1)
      try single.encode(2)
    }
  }

  @Test func `a value that says two things is refused`() {
    #expect(throws: EncodingError.self) { try JSON.encode(["a": TwoFaced()]) }
  }

  private struct Late: Encodable {
    final class Kept { var container: (any UnkeyedEncodingContainer)? }
    let kept = Kept()

    func encode(to encoder: any Encoder) throws {
      kept.container = encoder.unkeyedContainer()
    }
  }

  @Test func `a container that is used after its value has ended is refused`() throws {
    let late = Late()
    #expect(JSONTests.text(try JSON.encode(["a": late])) == #"{"a":[]}"#)
    #expect(throws: EncodingError.self) { try late.kept.container?.encode(1) }
  }

  @Test func `an error names the number that JSON has not`() {
    let error = #expect(throws: EncodingError.self) { try JSON.encode(["a": [1, .infinity]]) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
  }

  @Test func `random and damaged bytes never do harm`() throws {
    var random = RandomJSON(seed: 9)
    let alphabet =
      Array("{}[]\",:\\u0123456789abcdef.eE+-truefalsn \n".utf8) + [0, 0x1F, 0x80, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<24, using: &random.source)).map { _ in
        alphabet.randomElement(using: &random.source) ?? 0
      }
      check(bytes)
    }
    for _ in 0..<3000 {
      var bytes = try JSON.encode(random.value(depth: 3))
      let place = Int.random(in: 0..<bytes.count, using: &random.source)
      bytes[place] = UInt8.random(in: 0...255, using: &random.source)
      check(bytes)
    }
  }

  /// FoundationEssentials accepts everything that this coder accepts.
  private func check(_ bytes: [UInt8]) {
    guard (try? JSON.decode(JSONValue.self, from: bytes)) != nil else { return }
    let other = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    #expect(other != nil, "\(String(decoding: bytes, as: UTF8.self))")
  }
}

/// Random JSON with everything that is hard to write.
struct RandomJSON {
  var source: SplitMix64

  init(seed: UInt64) { source = SplitMix64(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &source) }

  mutating func text() -> String {
    let scalars = (0..<number(0..<12)).compactMap { _ in
      switch number(0..<6) {
      case 0: Unicode.Scalar(UInt32(number(0..<0x20)))
      case 1: Unicode.Scalar(UInt32(number(0x80..<0xD800)))
      case 2: Unicode.Scalar(UInt32(number(0x10000..<0x11_0000)))
      case 3: "\"\\/\u{7F}\u{301}é".unicodeScalars.randomElement(using: &source)
      default: Unicode.Scalar(UInt32(number(0x20..<0x7F)))
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  mutating func value(depth: Int) -> JSONValue {
    switch number(0..<(depth > 0 ? 9 : 6)) {
    case 0: return .null
    case 1: return .bool(number(0..<2) == 0)
    case 2: return .integer(Int64.random(in: .min ... .max, using: &source) >> number(0..<64))
    case 3:
      let value = Double(bitPattern: source.next())
      return .number(value.isFinite ? value : 0.5)
    case 4: return .number(Double(number(-1_000_000..<1_000_000)) / 1000)
    case 5: return .text(text())
    case 6: return .list((0..<number(0..<5)).map { _ in value(depth: depth - 1) })
    default:
      let pairs = (0..<number(0..<7)).map { _ in (text(), value(depth: depth - 1)) }
      return .object(Dictionary(pairs, uniquingKeysWith: { $1 }))
    }
  }
}
