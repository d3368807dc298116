/// The values of a statement's parameters in the binary form of the protocol.
///
/// Nothing is ever written into the text of a statement, so nothing has to be quoted.
public struct Parameters: Sendable {
  /// All values, one after the other.
  ///
  /// The first byte belongs to none, so that even an empty value has an address.
  private var bytes: [UInt8] = [0]
  /// The size of each value; -1 for NULL.
  private var sizes: [Int32] = []

  init() {}

  var count: Int { sizes.count }

  /// The first value if it is of the type `uuid`.
  package var firstUUID: UInt128? {
    guard sizes.first == 16 else { return nil }
    return bytes[1...16].reduce(0) { $0 << 8 | UInt128($1) }
  }

  public mutating func add(_ value: Int64) { add { $0.append(integer: value) } }

  public mutating func add(_ value: Int) { add(Int64(value)) }

  /// Adds a number of 64 bits as the signed one with the same bits.
  public mutating func add(_ value: UInt64) { add(Int64(bitPattern: value)) }

  public mutating func add(_ value: Bool) { add { $0.append(value ? 1 : 0) } }

  /// Adds a value of the type `uuid`.
  public mutating func add(_ value: UInt128) { add { $0.append(integer: value) } }

  /// Adds a value of the type `bytea`.
  public mutating func add(_ value: some Collection<UInt8>) { add { $0.append(contentsOf: value) } }

  /// Adds a text, also as a `bytea`; as a `text` it must not contain a zero character.
  public mutating func add(_ value: String) { add(value.utf8) }

  public mutating func add(_ value: Int64?) { if let value { add(value) } else { addNull() } }

  public mutating func add(_ value: UInt64?) { if let value { add(value) } else { addNull() } }

  public mutating func add(_ value: UInt128?) { if let value { add(value) } else { addNull() } }

  public mutating func add(_ value: [UInt8]?) { if let value { add(value) } else { addNull() } }

  public mutating func add(_ value: String?) { if let value { add(value) } else { addNull() } }

  public mutating func addNull() { sizes.append(-1) }

  /// Adds an array of the type `uuid[]`.
  public mutating func add(_ values: [UInt128]) {
    addArray(of: .uuid, values) { $0.append(integer: $1) }
  }

  /// Adds an array of the type `bigint[]`.
  public mutating func add(_ values: [Int64]) {
    addArray(of: .bigint, values) { $0.append(integer: $1) }
  }

  /// Adds texts as an array of the type `bytea[]`.
  public mutating func add(_ values: [String]) {
    addArray(of: .bytea, values) { $0.append(contentsOf: $1.utf8) }
  }

  private mutating func add(_ write: (inout [UInt8]) -> Void) {
    let start = bytes.count
    write(&bytes)
    sizes.append(Int32(bytes.count - start))
  }

  /// Source of the form: `array_send` in PostgreSQL's arrayfuncs.c.
  private mutating func addArray<Element>(
    of type: ValueType,
    _ values: [Element],
    _ write: (inout [UInt8], Element) -> Void
  ) {
    add { bytes in
      bytes.append(integer: Int32(values.isEmpty ? 0 : 1))
      bytes.append(integer: Int32(0))
      bytes.append(integer: type.rawValue)
      guard !values.isEmpty else { return }
      bytes.append(integer: Int32(values.count))
      bytes.append(integer: Int32(1))
      for value in values {
        let place = bytes.count
        bytes.append(integer: Int32(0))
        write(&bytes, value)
        bytes.replace(at: place, with: Int32(bytes.count - place - 4))
      }
    }
  }

  /// Calls `body` with the addresses, sizes and forms of the values, valid for the call alone.
  func withPointers<T>(
    _ body: ([UnsafePointer<CChar>?], _ sizes: [Int32], _ forms: [Int32]) -> T
  ) -> T {
    bytes.withUnsafeBytes { raw in
      let start = raw.bindMemory(to: CChar.self).baseAddress
      var offset = 1
      let pointers = sizes.map { size -> UnsafePointer<CChar>? in
        guard size >= 0 else { return nil }
        defer { offset += Int(size) }
        return start.map { $0 + offset }
      }
      return body(pointers, sizes, Array(repeating: 1, count: sizes.count))
    }
  }
}

extension [UInt8] {
  /// Appends the bytes of a number, the most significant first.
  fileprivate mutating func append(integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func replace(at place: Int, with integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { source in
      for (index, byte) in source.enumerated() { self[place + index] = byte }
    }
  }
}
