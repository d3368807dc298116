/// Writes values as bytes, little end first.
///
/// Source: D-Bus Specification 0.43, "Marshaling (Wire Format)".
struct DBusWriter {
  private(set) var bytes: [UInt8] = []

  mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  mutating func write(_ value: DBusValue) {
    align(to: value.type.alignment)
    switch value {
    case .byte(let number): bytes.append(number)
    case .boolean(let flag): integer(flag ? 1 : 0 as UInt32)
    case .int16(let number): integer(number)
    case .uint16(let number): integer(number)
    case .int32(let number): integer(number)
    case .uint32(let number), .unixDescriptor(let number): integer(number)
    case .int64(let number): integer(number)
    case .uint64(let number): integer(number)
    case .double(let number): integer(number.bitPattern)
    case .string(let text), .objectPath(let text): string(text)
    case .signature(let text): signature(text)
    case .variant(let content):
      signature(content.type.code)
      write(content)
    case .array(let element, let values): array(of: element, values)
    case .structure(let fields): for field in fields { write(field) }
    case .entry(let key, let value):
      write(key)
      write(value)
    }
  }

  private mutating func integer(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func string(_ text: String) {
    // A zero would end the text early for the reader.
    let content = text.utf8.filter { $0 != 0 }
    integer(UInt32(content.count))
    bytes.append(contentsOf: content)
    bytes.append(0)
  }

  private mutating func signature(_ text: String) {
    bytes.append(UInt8(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  private mutating func array(of element: DBusType, _ values: [DBusValue]) {
    let place = bytes.count
    integer(0 as UInt32)
    // What is put in before the first element does not count to the length.
    align(to: element.alignment)
    let start = bytes.count
    for value in values { write(value) }
    let length = UInt32(bytes.count - start)
    withUnsafeBytes(of: length.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
  }
}
