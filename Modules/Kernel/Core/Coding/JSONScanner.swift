/// Scans JSON strictly by RFC 8259.
///
/// It rejects a byte order mark, a trailing comma, text after the value, and invalid UTF-8.
struct JSONScanner {
  private let bytes: [UInt8]
  private let maxDepth: Int
  private var position = 0
  private(set) var tokens: ContiguousArray<JSONDocument.Token> = []

  init(_ bytes: [UInt8], maxDepth: Int = JSONDocument.maxDepth) {
    self.bytes = bytes
    self.maxDepth = maxDepth
    tokens.reserveCapacity(bytes.count / 8 + 4)
  }

  mutating func scan() throws(JSONSyntaxError) {
    guard bytes.count < Int(Int32.max) else { throw wrong("The text is too long.") }
    skipSpace()
    try scanValue(in: -1, ordinal: 0, depth: 0)
    skipSpace()
    guard position == bytes.count else { throw wrong("There is more after the value.") }
  }

  /// - Parameter isCut: whether the text ends in the middle of the expected value.
  private func wrong(_ sentence: String, isCut: Bool = false) -> JSONSyntaxError {
    JSONSyntaxError(
      kind: isCut || position >= bytes.count ? .incomplete : .invalid,
      offset: position,
      sentence: sentence
    )
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func add(
    _ kind: JSONDocument.Kind,
    from start: Int,
    to end: Int,
    in parent: Int,
    ordinal: Int
  ) {
    tokens.append(
      .init(
        kind: kind,
        start: Int32(start),
        end: Int32(end),
        next: Int32(tokens.count + 1),
        parent: Int32(parent),
        ordinal: Int32(ordinal)
      )
    )
  }

  private mutating func scanValue(in parent: Int, ordinal: Int, depth: Int) throws(JSONSyntaxError)
  {
    switch current {
    case UInt8(ascii: "\""):
      try scanText(in: parent, ordinal: ordinal)
    case UInt8(ascii: "{"):
      try scanContainer(.object, in: parent, ordinal: ordinal, depth: depth)
    case UInt8(ascii: "["):
      try scanContainer(.list, in: parent, ordinal: ordinal, depth: depth)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      try scanNumber(in: parent, ordinal: ordinal)
    case UInt8(ascii: "t"): try scanWord("true", .yes, in: parent, ordinal: ordinal)
    case UInt8(ascii: "f"): try scanWord("false", .no, in: parent, ordinal: ordinal)
    case UInt8(ascii: "n"): try scanWord("null", .null, in: parent, ordinal: ordinal)
    case nil: throw wrong("It ends too early.")
    default: throw wrong("A value was expected.")
    }
  }

  private mutating func scanWord(
    _ word: StaticString,
    _ kind: JSONDocument.Kind,
    in parent: Int,
    ordinal: Int
  ) throws(JSONSyntaxError) {
    let start = position
    let matches = word.withUTF8Buffer { bytes[start...].starts(with: $0) }
    guard matches else {
      let rest = bytes[start...]
      let isCut = word.withUTF8Buffer { $0.starts(with: rest) }
      throw wrong("A value was expected.", isCut: isCut)
    }
    position += word.utf8CodeUnitCount
    add(kind, from: start, to: position, in: parent, ordinal: ordinal)
  }

  // MARK: Lists and objects

  private mutating func scanContainer(
    _ kind: JSONDocument.Kind,
    in parent: Int,
    ordinal: Int,
    depth: Int
  ) throws(JSONSyntaxError) {
    guard depth < maxDepth else {
      throw JSONSyntaxError(
        kind: .tooDeep,
        offset: position,
        sentence: "More than \(maxDepth) lists and objects stand in one another."
      )
    }
    let close = kind == .list ? UInt8(ascii: "]") : UInt8(ascii: "}")
    let index = tokens.count
    add(kind, from: position, to: position, in: parent, ordinal: ordinal)
    position += 1
    skipSpace()
    var count = 0
    if !take(close) {
      repeat {
        skipSpace()
        if kind == .object { try scanKey(in: index) }
        try scanValue(in: index, ordinal: count, depth: depth + 1)
        count += 1
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(close) else { throw wrong("A comma or the end was expected.") }
    }
    tokens[index].end = Int32(position)
    tokens[index].next = Int32(tokens.count)
  }

  private mutating func scanKey(in parent: Int) throws(JSONSyntaxError) {
    guard current == UInt8(ascii: "\"") else { throw wrong("A name in quotes was expected.") }
    try scanText(in: parent, ordinal: 0)
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw wrong("A colon was expected.") }
    skipSpace()
  }

  // MARK: Numbers

  private mutating func scanNumber(in parent: Int, ordinal: Int) throws(JSONSyntaxError) {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try scanDigits() }
    if take(UInt8(ascii: ".")) { try scanDigits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try scanDigits()
    }
    add(.number, from: start, to: position, in: parent, ordinal: ordinal)
  }

  private mutating func scanDigits() throws(JSONSyntaxError) {
    let start = position
    while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw wrong("A digit was expected.") }
  }

  // MARK: Texts

  private mutating func scanText(in parent: Int, ordinal: Int) throws(JSONSyntaxError) {
    position += 1
    let start = position
    var isEscaped = false
    var isASCII = true
    while true {
      guard let byte = current else { throw wrong("A text has no end.") }
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw wrong("A control character must be escaped.") }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try scanEscape()
      } else {
        isASCII = isASCII && byte < 0x80
        position += 1
      }
    }
    if !isASCII, String(validating: bytes[start..<position], as: UTF8.self) == nil {
      throw wrong("The text before this is not UTF-8.")
    }
    add(isEscaped ? .escapedText : .text, from: start, to: position, in: parent, ordinal: ordinal)
    position += 1
  }

  private mutating func scanEscape() throws(JSONSyntaxError) {
    let rest = bytes[(position + 1)...]
    switch rest.first {
    case UInt8(ascii: "u"):
      guard let unit = JSONScanner.unit(rest.dropFirst()) else {
        throw wrong("Four hexadecimal digits were expected.", isCut: rest.count < 5)
      }
      position += 6
      guard UTF16.isSurrogate(unit) else { return }
      let second = bytes[position...]
      guard UTF16.isLeadSurrogate(unit), second.starts(with: [0x5C, 0x75]),
        let trail = JSONScanner.unit(second.dropFirst(2)), UTF16.isTrailSurrogate(trail)
      else { throw wrong("Half of a character stands alone.", isCut: second.count < 6) }
      position += 6
    case .some(let byte) where JSONScanner.meaning(of: byte) != nil: position += 2
    default: throw wrong("There is no such escape.", isCut: rest.isEmpty)
    }
  }

  /// Parses a UTF-16 code unit from the first four hexadecimal digits.
  private static func unit(_ digits: ArraySlice<UInt8>) -> UInt16? {
    guard digits.count >= 4 else { return nil }
    var unit: UInt16 = 0
    for digit in digits.prefix(4) {
      guard let value = Hexadecimal.value(of: digit) else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }

  private static func meaning(of escape: UInt8) -> UInt8? {
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): escape
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// Returns the UTF-8 of a scanned text with its escapes resolved.
  static func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(raw.count)
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      if let meaning = meaning(of: escape) {
        result.append(meaning)
        continue
      }
      var units: [UInt16] = []
      if let unit = unit(rest) { units.append(unit) }
      rest = rest.dropFirst(4)
      if units.first.map(UTF16.isLeadSurrogate) == true, let trail = unit(rest.dropFirst(2)) {
        units.append(trail)
        rest = rest.dropFirst(6)
      }
      result.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    }
    return result
  }
}
