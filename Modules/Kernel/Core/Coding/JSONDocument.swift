/// Valid JSON as a flat list of its values.
///
/// Texts and numbers are made from the bytes only when they are requested.
final class JSONDocument: Sendable {
  /// The greatest depth to which lists and objects may be nested.
  static let maxDepth = 512

  let bytes: [UInt8]
  private let tokens: ContiguousArray<Token>
  /// Whether the bytes are the original text, so that errors can give a byte offset.
  private let isText: Bool

  struct Token {
    let kind: Kind
    /// The offset of its first byte, without quotes.
    let start: Int32
    var end: Int32
    /// The index of the token after this value and its contents.
    var next: Int32
    /// The index of the list or object that contains it; -1 for the root.
    let parent: Int32
    /// Its index in a list.
    let ordinal: Int32
  }

  enum Kind: UInt8 {
    case null, yes, no, number, text, list, object
    /// A text that contains a backslash.
    case escapedText
  }

  /// Parses JSON.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the byte offset, for what RFC 8259 does not allow
  ///   and for nesting deeper than ``maxDepth``.
  init(_ bytes: [UInt8]) throws {
    var scanner = JSONScanner(bytes)
    do throws(JSONSyntaxError) {
      try scanner.scan()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "This is not JSON at byte \(error.offset): \(error.sentence)"
        )
      )
    }
    self.bytes = bytes
    tokens = scanner.tokens
    isText = true
  }

  /// Creates a document from values whose source was not JSON.
  init(bytes: [UInt8], tokens: ContiguousArray<Token>) {
    self.bytes = bytes
    self.tokens = tokens
    isText = false
  }

  func kind(_ index: Int) -> Kind { tokens[index].kind }

  var hasNumbers: Bool { tokens.contains { $0.kind == .number } }

  /// The index of the token after the value at `index`.
  func next(_ index: Int) -> Int { Int(tokens[index].next) }

  private func range(_ index: Int) -> Range<Int> {
    let token = tokens[index]
    return Int(token.start)..<Int(token.end)
  }

  /// The bytes of the value at `index`, without the quotes of a text.
  func raw(_ index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

  // MARK: Values

  /// The text at `index`, which must be a text.
  func text(_ index: Int) -> String {
    let raw = raw(index)
    guard tokens[index].kind == .escapedText else { return String(decoding: raw, as: UTF8.self) }
    return String(decoding: JSONScanner.unescaped(raw), as: UTF8.self)
  }

  /// The number at `index`; nil if it is not whole or does not fit.
  func integer<T: FixedWidthInteger>(_ index: Int, as type: T.Type) -> T? {
    let digits = raw(index)
    if let (isNegative, magnitude) = JSONDocument.magnitude(digits) {
      if !isNegative { return T(exactly: magnitude) }
      if let positive = Int64(exactly: magnitude) { return T(exactly: -positive) }
    }
    let text = String(decoding: digits, as: UTF8.self)
    if let whole = T(text) { return whole }
    // `1e3` and `1.0` are whole numbers too, within the range in which a Double is exact.
    guard let value = Double(text), value.magnitude < JSONDocument.greatest else { return nil }
    return T(exactly: value)
  }

  private static let greatest = 0x1p53

  /// Parses a number that consists of a sign and digits; nil for others, and if it is too great.
  private static func magnitude(_ digits: ArraySlice<UInt8>) -> (isNegative: Bool, UInt64)? {
    let isNegative = digits.first == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    for digit in isNegative ? digits.dropFirst() : digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      let (tens, isTooGreat) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooGreatNow) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      guard !isTooGreat, !isTooGreatNow else { return nil }
      magnitude = sum
    }
    return (isNegative, magnitude)
  }

  /// The number at `index`; nil if its magnitude is too great.
  func floating<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ index: Int,
    as type: T.Type
  ) -> T? {
    T(String(decoding: raw(index), as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Checks that no number in the document is too great for any type.
  ///
  /// - Throws: `DecodingError.dataCorrupted`.
  func checkNumbers() throws {
    for index in tokens.indices where tokens[index].kind == .number {
      guard integer(index, as: Int64.self) == nil, floating(index, as: Double.self) == nil else {
        continue
      }
      throw tooGreat(index)
    }
  }

  /// The value at `index`, of any kind.
  func value(_ index: Int) throws -> JSONValue {
    switch tokens[index].kind {
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .text, .escapedText: return .text(text(index))
    case .number:
      let isNegative = bytes[Int(tokens[index].start)] == UInt8(ascii: "-")
      // `-0` keeps its sign only as a Double.
      if let whole = integer(index, as: Int64.self), whole != 0 || !isNegative {
        return .integer(whole)
      }
      if let number = floating(index, as: Double.self) { return .number(number) }
      throw tooGreat(index)
    case .list: return .list(try elements(index).map { try value($0) })
    case .object:
      let pairs = try members(index).map { (text($0), try value($0 + 1)) }
      return .object(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
    }
  }

  // MARK: Lists and objects

  /// The indexes of the elements of the list at `index`.
  func elements(_ index: Int) -> some Sequence<Int> {
    let end = next(index)
    return sequence(state: index + 1) { [self] place in
      guard place < end else { return nil }
      defer { place = next(place) }
      return place
    }
  }

  /// The indexes of the keys of the object at `index`; each value follows its key.
  func members(_ index: Int) -> some Sequence<Int> {
    let end = next(index)
    return sequence(state: index + 1) { [self] place in
      guard place < end else { return nil }
      defer { place = next(place + 1) }
      return place
    }
  }

  /// The index of the value of the first member with that name.
  func member(_ name: String, of index: Int) -> Int? {
    var name = name
    return name.withUTF8 { member($0, of: index) }
  }

  /// Likewise.
  func member(_ name: StaticString, of index: Int) -> Int? {
    name.withUTF8Buffer { member($0, of: index) }
  }

  private func member(_ name: UnsafeBufferPointer<UInt8>, of index: Int) -> Int? {
    let end = next(index)
    var place = index + 1
    while place < end {
      if isKey(place, name) { return place + 1 }
      place = next(place + 1)
    }
    return nil
  }

  private func isKey(_ index: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let token = tokens[index]
    guard token.kind == .text else { return text(index).utf8.elementsEqual(name) }
    guard Int(token.end - token.start) == name.count else { return false }
    for offset in name.indices where bytes[Int(token.start) + offset] != name[offset] {
      return false
    }
    return true
  }

  // MARK: Errors

  /// The coding path from the root to the value at `index`.
  func path(_ index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = index
    while tokens[place].parent >= 0 {
      let parent = Int(tokens[place].parent)
      let isMember = tokens[parent].kind == .object
      path.append(isMember ? JSONKey(name: text(place - 1)) : JSONKey(Int(tokens[place].ordinal)))
      place = parent
    }
    return path.reversed()
  }

  /// - Parameter sentence: with its full stop, before which the place is inserted.
  func context(_ index: Int, _ sentence: String) -> DecodingError.Context {
    guard isText else { return .init(codingPath: path(index), debugDescription: sentence) }
    let place = min(Int(tokens[index].start), bytes.count)
    return .init(
      codingPath: path(index),
      debugDescription: "\(sentence.dropLast()) at byte \(place)."
    )
  }

  func unreadable(_ index: Int, _ sentence: String) -> DecodingError {
    .dataCorrupted(context(index, sentence))
  }

  private func tooGreat(_ index: Int) -> DecodingError {
    unreadable(index, "The number is too great.")
  }

  /// What JSON calls values of a type of Swift.
  private static func words(_ type: Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [JSONValue].Type: "a list"
    case is [String: JSONValue].Type: "an object"
    default: "\(type)"
    }
  }

  /// An error that says that the value at `index` is not of the expected type.
  func mismatch(_ index: Int, _ type: Any.Type) -> DecodingError {
    let found =
      switch tokens[index].kind {
      case .null: "null"
      case .yes, .no: "true or false"
      case .number: "a number"
      case .text, .escapedText: "a text"
      case .list: "a list"
      case .object: "an object"
      }
    let context = context(index, "Wanted \(JSONDocument.words(type)), found \(found).")
    return kind(index) == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}
