import Core
import Journals
import Testing

@testable import SQLiteJournal

/// A payload that is stored as a form and values comes back byte for byte.
@Suite struct PayloadFormTests {
  private static let entity: UInt128 = 0x0192_F0A1_B2C3_D4E5_F607_1829_3A4B_5C6D
  private static let check = """
    {"day":"2026-03-01","entry":{"at":1772355600000,"mark":"done","note":""},\
    "habit":"0192f0a1b2c3d4e5f60718293a4b5c6d","offset":60}
    """

  /// A fact about the entity that was made at 2026-03-01T09:00:00Z.
  private static let context = PayloadContext(
    FactID(rawValue: 1_772_355_600_000 << 80),
    about: entity
  )

  /// Separates a text and puts it together, with words in the form and without; nil if it has no
  /// form.
  private func parts(
    _ text: [UInt8],
    keepsWords: Bool = true
  ) throws -> (form: [UInt8], values: [UInt8])? {
    var found: [(form: [UInt8], values: [UInt8])] = []
    for keepsWords in [!keepsWords, keepsWords] {
      var splitter = PayloadSplitter()
      guard splitter.split(text, in: Self.context, keepsWords: keepsWords) else { return nil }
      let form = try #require(PayloadForm(splitter.form))
      let whole = splitter.values.withUnsafeBytes { form.payload(of: $0, in: Self.context) }
      #expect(whole == text, "\(String(decoding: text, as: UTF8.self))")
      found.append((splitter.form, splitter.values))
    }
    return found.last
  }

  private func parts(
    _ text: String,
    keepsWords: Bool = true
  ) throws -> (form: [UInt8], values: [UInt8])? {
    try parts(Array(text.utf8), keepsWords: keepsWords)
  }

  @Test func `a check takes seven bytes, and all checks of one sort have one form`() throws {
    let first = try #require(try parts(Self.check))
    #expect(first.values.count <= 7)
    for later in ["1772355612345", "1772400000000", "1772355600000"] {
      let other = Self.check.split(separator: "1772355600000").joined(separator: later)
        .split(separator: "2026-03-01").joined(separator: "2025-12-31")
      let second = try #require(try parts(other))
      #expect(first.form == second.form && first.values != second.values)
    }
    #expect(contains(first.form, "done"))
    let general = try #require(try parts(Self.check, keepsWords: false))
    #expect(!contains(general.form, "done") && general.values.count == first.values.count + 5)
  }

  @Test(arguments: [
    "1772355600000", "1772355599999", "1772489817727", "1772489817728", "1772221382272",
    "1772221382271", "0", "-1772355600000", "\"2026-03-01\"", "\"0000-01-01\"",
    "\"9999-12-31\"", "\"0000-00-00\"", "\"2026-02-29\"", "\"2028-02-29\"",
    "\"abcdefghij\"", "\"abcdefghijk\"", "\"aBcD\"", "\"Abc\"", "\"ab\u{e9}\"",
    "\"a`{@[\"",
  ])
  func `a value near the fact's time and one far from it come back`(_ value: String) throws {
    _ = try #require(try parts("{\"a\":\(value)}"))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "true", "\"\"", "0", "-0", "-1", "01", "1.0", "1e5", "-", "--1", "1-2",
    "999999999999999999", "-999999999999999999", "9223372036854775807", "123456789012345678901234",
    #"{ "a" : 1 , "b" : [ 1 , 2 ] }"#, #"{"b":1,"a":2,"a":3}"#, #"{"a":"\"\\\u00e9\n"}"#,
    #"{"a\"b":"c\"d"}"#, #"{"day":"2026-13-99"}"#, #"{"day":"2026/03/01","n":"20260301ab"}"#,
    #"{"day":"٢٠٢٦"}"#, #"{"a":"0192F0A1B2C3D4E5F60718293A4B5C6D"}"#,
    #"{"a":"0192f0a1b2c3d4e5f60718293a4b5c6e"}"#, #"{"a":"0192f0a1b2c3d4e5f60718293a4b5c6g"}"#,
    #"{"a":tru1e2,"b":falsenull}"#, "not JSON at all: 17 \"times\"", "{\"a\":\"é😀\u{7F}\"}",
    #"{"0192f0a1b2c3d4e5f60718293a4b5c6d":{"2026-03-01":"2026-03-01"}}"#,
  ])
  func `a payload of any shape comes back`(_ text: String) throws {
    _ = try parts(text)
  }

  @Test(arguments: [
    "{\n}", "\u{1}", "\t1", "\"open", "\"open\\", #"{"a":"\"}"#, "{\"a\u{2}\":1}",
    String(repeating: "1", count: 1025),
  ])
  func `what has no form is told`(_ text: String) throws {
    #expect(try parts(text) == nil)
  }

  @Test func `random payloads come back, and random changes of them`() throws {
    var random = SplitMix64(seed: 4)
    var formed = 0
    for _ in 0..<20_000 {
      var text = Array(value(depth: 0, &random).utf8)
      if try parts(text) != nil { formed += 1 }
      for _ in 0..<3 where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = UInt8.random(in: 0...255, using: &random)
        _ = try parts(text)
      }
    }
    #expect(formed > 18_000)
  }

  @Test func `values that do not fit into a form are refused`() throws {
    var random = SplitMix64(seed: 5)
    let whole = try #require(try parts(Self.check))
    let form = try #require(PayloadForm(whole.form))
    for length in 0..<whole.values.count {
      let cut = Array(whole.values[..<length])
      #expect(cut.withUnsafeBytes { form.payload(of: $0, in: Self.context) } == nil)
    }
    let longer = whole.values + [0]
    #expect(longer.withUnsafeBytes { form.payload(of: $0, in: Self.context) } == nil)
    let nothing = PayloadContext(FactID(rawValue: 0), about: nil)
    #expect(whole.values.withUnsafeBytes { form.payload(of: $0, in: nothing) } == nil)
    for _ in 0..<10_000 {
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let holes = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        UInt8.random(in: 1...7, using: &random)
      }
      let any = try #require(PayloadForm(holes + whole.form))
      // Whatever comes of it, nothing outside of the storage is touched.
      _ = noise.withUnsafeBytes { any.payload(of: $0, in: Self.context) }
    }
  }

  @Test(arguments: [UInt8(0), 8, 9, 31]) func `a form of a newer version is none`(_ hole: UInt8) {
    #expect(PayloadForm(Array("{\"a\":".utf8) + [hole]) == nil)
  }

  // MARK: Random payloads

  /// JSON of any kind, also as no coder here writes it.
  private func value(depth: Int, _ random: inout SplitMix64) -> String {
    let space = Int.random(in: 0..<12, using: &random) == 0 ? " " : ""
    switch Int.random(in: 0..<(depth < 3 ? 10 : 7), using: &random) {
    case 0: return ["true", "false", "null"].randomElement(using: &random) ?? ""
    case 1: return "\(Int.random(in: -5...5000, using: &random))"
    case 2: return "\(Int64.random(in: .min ... .max, using: &random))"
    case 3: return "\(Double.random(in: -1...1, using: &random))"
    case 4: return "\"\(PayloadFormTests.day(&random))\""
    case 5: return "\"\(PayloadFormTests.identifier(&random))\""
    case 6: return "\"\(PayloadFormTests.text(&random))\""
    case 7:
      let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        value(depth: depth + 1, &random)
      }
      return "[\(values.joined(separator: "," + space))]"
    default:
      let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        "\"\(PayloadFormTests.text(&random))\"\(space):\(space)\(value(depth: depth + 1, &random))"
      }
      return "{\(members.joined(separator: space + ","))}"
    }
  }

  private static func day(_ random: inout SplitMix64) -> String {
    let (month, day) = (
      Int.random(in: 10...12, using: &random), Int.random(in: 10...31, using: &random)
    )
    return "\(Int.random(in: 1000...9999, using: &random))-\(month)-\(day)"
  }

  private static func identifier(_ random: inout SplitMix64) -> String {
    if Bool.random(using: &random) { return "\(EntityID(rawValue: entity))" }
    let number = UInt128(random.next()) << 64 | UInt128(random.next())
    return "\(EntityID(rawValue: number))"
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let pieces = ["a", "note", "é", "😀", #"\""#, #"\\"#, #"\u0001"#, " ", "-", "0", "10", ":", "{"]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
  }
}
