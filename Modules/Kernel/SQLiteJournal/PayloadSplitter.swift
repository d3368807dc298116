import Core

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
  private var context = PayloadContext(FactID(rawValue: 0), about: nil)
  private var keepsWords = false
  private var place = 0

  /// The longest word that belongs to the form, in bytes.
  private static let longestWord = 10
  /// The distance from the time of the fact up to which a number is taken for an instant.
  ///
  /// In milliseconds: a day and a half, which takes 4 bytes.
  private static let nearby: Int64 = 1 << 27

  /// Separates a payload; returns false for one that has no form.
  ///
  /// - Parameters:
  ///   - context: what the form need not say.
  ///   - keepsWords: whether a text of a few letters, of which the first is lowercase, belongs to
  ///     the form. Most such texts are one of a few that a program knows, such as `done`.
  mutating func split(_ payload: [UInt8], in context: PayloadContext, keepsWords: Bool) -> Bool {
    form.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    guard payload.count <= PayloadSplitter.longest else { return false }
    self.payload = payload
    self.context = context
    self.keepsWords = keepsWords
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
      if number == context.entity { return append(.entity) }
      append(.identifier)
      withUnsafeBytes(of: number.bigEndian) { values.append(contentsOf: $0) }
    } else if text.count == 10, let digits = dayDigits(text) {
      take(dayDigits: digits)
    } else if keepsWords, PayloadSplitter.isWord(text) {
      form.append(contentsOf: text)
    } else {
      append(.text)
      values.append(groupsOf: UInt64(text.count))
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

  private static func isWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard (1...longestWord).contains(text.count), let first = text.first else { return false }
    return isLowercase(first) && text.allSatisfy { isLowercase($0 | 0x20) }
  }

  private static func isLowercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private mutating func take(dayDigits digits: UInt64) {
    let number = Int(digits)
    if let day = Day(year: number / 10_000, month: number / 100 % 100, day: number % 100) {
      append(.calendarDay)
      values.append(zigzag: Int64(context.day.distance(to: day)))
    } else {
      append(.day)
      values.append(groupsOf: digits)
    }
  }

  private func dayDigits(_ text: ArraySlice<UInt8>) -> UInt64? {
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
      // Neither has more than 59 bits.
      let distance = number - context.milliseconds
      let isNear = (-PayloadSplitter.nearby..<PayloadSplitter.nearby).contains(distance)
      append(isNear ? .moment : .integer)
      values.append(zigzag: isNear ? distance : number)
    } else {
      append(.text)
      values.append(groupsOf: UInt64(text.count))
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
}
