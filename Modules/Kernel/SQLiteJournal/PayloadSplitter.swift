/// Separates payloads into the bytes of their form (``PayloadForm``) and their values.
///
/// It keeps its storage from one payload to the next.
struct PayloadSplitter {
  /// The longest payload that has a form, in bytes; longer ones have nothing in common with others.
  private static let longest = 1024

  /// The form of the latest payload.
  private(set) var form: [UInt8] = []
  /// The values of the latest payload.
  private(set) var values: [UInt8] = []
  private var payload: [UInt8] = []
  private var entity: UInt128?
  private var place = 0

  /// Separates a payload of a fact about `entity`; returns false for one that has no form.
  mutating func split(_ payload: [UInt8], about entity: UInt128?) -> Bool {
    form.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    guard payload.count <= PayloadSplitter.longest else { return false }
    self.payload = payload
    self.entity = entity
    place = 0
    defer { self.payload = [] }
    while place < payload.count {
      guard takeNext() else { return false }
    }
    return true
  }

  private mutating func takeNext() -> Bool {
    let byte = payload[place]
    switch byte {
    case UInt8(ascii: "\""): return takeString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): takeNumber()
    // These bytes stand for holes.
    case ..<0x20: return false
    default:
      form.append(byte)
      place += 1
    }
    return true
  }

  // MARK: Strings

  private mutating func takeString() -> Bool {
    let start = place + 1
    guard let end = endOfString(from: start) else { return false }
    place = end + 1
    form.append(UInt8(ascii: "\""))
    if place < payload.count, payload[place] == UInt8(ascii: ":") {
      // The name of a member belongs to the form.
      for byte in payload[start..<end] {
        guard byte >= 0x20 else { return false }
        form.append(byte)
      }
    } else {
      take(payload[start..<end])
    }
    form.append(UInt8(ascii: "\""))
    return true
  }

  private func endOfString(from start: Int) -> Int? {
    var place = start
    while place < payload.count {
      switch payload[place] {
      case UInt8(ascii: "\""): return place
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Takes the text between the quotes of a value.
  private mutating func take(_ text: ArraySlice<UInt8>) {
    if text.count == 32, let number = identifier(text) {
      if number == entity { return append(.entity) }
      append(.identifier)
      withUnsafeBytes(of: number.bigEndian) { values.append(contentsOf: $0) }
    } else if text.count == 10, let day = day(text) {
      append(.day)
      appendCount(day)
    } else {
      append(.text)
      appendCount(UInt64(text.count))
      values.append(contentsOf: text)
    }
  }

  private func identifier(_ text: ArraySlice<UInt8>) -> UInt128? {
    var number: UInt128 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = number << 4 | UInt128(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt128(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }

  private func day(_ text: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for (place, byte) in text.enumerated() {
      if place == 4 || place == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
      }
    }
    return number
  }

  // MARK: Numbers

  private mutating func takeNumber() {
    let start = place
    while place < payload.count, PayloadSplitter.isPartOfNumber(payload[place]) { place += 1 }
    let text = payload[start..<place]
    if let number = PayloadSplitter.integer(text) {
      append(.integer)
      appendCount(UInt64(bitPattern: number << 1 ^ number >> 63))
    } else {
      append(.text)
      appendCount(UInt64(text.count))
      values.append(contentsOf: text)
    }
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The number, if it is written as ``PayloadWriter`` would write it.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard (1...18).contains(digits.count) else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    if digits.first == UInt8(ascii: "0"), digits.count > 1 || isNegative { return nil }
    return isNegative ? -number : number
  }

  // MARK: Output

  private mutating func append(_ hole: PayloadForm.Hole) { form.append(hole.rawValue) }

  /// Appends a number in groups of 7 bits, lowest first, with the highest bit set in all but the
  /// last.
  private mutating func appendCount(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      values.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    values.append(UInt8(truncatingIfNeeded: rest))
  }
}
