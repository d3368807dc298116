import Core

/// Writes a payload: the bytes of its form, and its values in the holes.
///
/// The output has room for everything that fits into the holes
/// (``PayloadForm/payload(of:in:)``).
struct PayloadWriter {
  private let output: UnsafeMutableBufferPointer<UInt8>
  private let values: UnsafeRawBufferPointer
  private let context: PayloadContext
  private(set) var count = 0
  private var place = 0

  init(
    output: UnsafeMutableBufferPointer<UInt8>,
    values: UnsafeRawBufferPointer,
    context: PayloadContext
  ) {
    self.output = output
    self.values = values
    self.context = context
  }

  /// Whether all values were used.
  var isAtEnd: Bool { place == values.count }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(output)[count...])
      .copyMemory(from: bytes)
    count += bytes.count
  }

  /// Returns false if the next value does not fit into the hole.
  mutating func fill(_ hole: PayloadForm.Hole) -> Bool {
    switch hole {
    case .integer:
      guard let value = takeInteger() else { return false }
      appendInteger(value)
    case .moment:
      guard let distance = takeInteger() else { return false }
      appendInteger(context.milliseconds &+ distance)
    case .calendarDay:
      guard let distance = takeInteger() else { return false }
      return append(Day(number: context.day.number &+ Int(distance)))
    case .day:
      guard let value = takeCount(), value <= 99_999_999 else { return false }
      appendDay(value)
    case .entity:
      guard let entity = context.entity else { return false }
      appendIdentifier(entity)
    case .identifier:
      guard let bytes = take(16) else { return false }
      appendIdentifier(UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)))
    case .text:
      guard let length = takeCount(), let bytes = take(length) else { return false }
      append(bytes)
    }
    return true
  }

  // MARK: Values

  private mutating func take(_ length: UInt64) -> UnsafeRawBufferPointer? {
    guard length <= UInt64(values.count - place) else { return nil }
    let start = place
    place += Int(length)
    return UnsafeRawBufferPointer(rebasing: values[start..<place])
  }

  private mutating func takeCount() -> UInt64? {
    var (number, shift) = (UInt64(0), UInt64(0))
    while place < values.count, shift < 64 {
      let byte = values[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  private mutating func takeInteger() -> Int64? {
    guard let value = takeCount() else { return nil }
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  // MARK: Output

  private mutating func append(_ byte: UInt8) {
    output[count] = byte
    count += 1
  }

  private mutating func appendInteger(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var (rest, length) = (number.magnitude, 1)
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    appendDigits(number.magnitude, length)
  }

  /// Returns false for a day that four digits for the year cannot name.
  private mutating func append(_ day: Day) -> Bool {
    guard PayloadWriter.days.contains(day) else { return false }
    let (year, month, dayOfMonth) = day.components
    appendDay(UInt64(year * 10_000 + month * 100 + dayOfMonth))
    return true
  }

  /// The days of the years 0 to 9999.
  private static let days = Day(number: -719_528)...Day(number: 2_932_896)

  private mutating func appendDay(_ number: UInt64) {
    appendDigits(number / 10_000, 4)
    append(UInt8(ascii: "-"))
    appendDigits(number / 100 % 100, 2)
    append(UInt8(ascii: "-"))
    appendDigits(number % 100, 2)
  }

  private mutating func appendDigits(_ number: UInt64, _ length: Int) {
    var rest = number
    for place in (count..<(count + length)).reversed() {
      output[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }

  private mutating func appendIdentifier(_ number: UInt128) {
    for half in [UInt64(truncatingIfNeeded: number >> 64), UInt64(truncatingIfNeeded: number)] {
      var rest = half
      for place in (count..<(count + 16)).reversed() {
        let digit = UInt8(truncatingIfNeeded: rest & 0xF)
        output[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        rest >>= 4
      }
      count += 16
    }
  }
}
