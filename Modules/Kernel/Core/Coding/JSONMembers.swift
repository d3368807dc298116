/// Writes one object of JSON member by member, for the few values that are written so often that the
/// way through `Encodable` is what takes the time.
///
/// The bytes are those that ``JSON/encode(_:)`` would write if members come in the order of the bytes
/// of their keys, and keys hold no character that must be escaped: a test compares the two.
public struct JSONMembers {
  private var text: JSONText
  private var isFirst = true

  /// - Parameter capacity: about how many bytes the object will have.
  public init(capacity: Int) {
    text = JSONText(capacity: capacity)
    text.append("{")
  }

  /// The bytes of the whole object.
  public consuming func finish() -> [UInt8] {
    text.append("}")
    return text.bytes
  }

  public mutating func write(_ key: StaticString, _ value: String) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: Int64) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: some Identifier) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: Day) {
    begin(key)
    text.write(value.description)
  }

  /// Writes an object inside this one, whose members `body` writes.
  public mutating func write(_ key: StaticString, _ body: (inout JSONMembers) -> Void) {
    begin(key)
    text.append("{")
    isFirst = true
    body(&self)
    isFirst = false
    text.append("}")
  }

  private mutating func begin(_ key: StaticString) {
    text.append(isFirst ? "\"" : ",\"")
    isFirst = false
    text.append(key)
    text.append("\":")
  }
}
