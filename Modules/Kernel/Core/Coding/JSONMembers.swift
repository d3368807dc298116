/// Writes a JSON object member by member, for values encoded so often that `Encodable` is too slow.
///
/// The bytes equal those of ``JSON/encode(_:)`` if members are written in the byte order of their
/// keys and keys contain no character that must be escaped; a test compares the two.
public struct JSONMembers {
  private var text: JSONText
  private var isFirst = true

  /// - Parameter capacity: the approximate size of the object in bytes.
  public init(capacity: Int) {
    text = JSONText(capacity: capacity)
    text.append("{")
  }

  /// Ends the object and returns its bytes.
  public consuming func finish() -> [UInt8] {
    text.append("}")
    return text.finish()
  }

  public mutating func write(_ key: StaticString, _ value: String) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: Int64) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: UInt64) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: Bool) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: some Identifier) {
    begin(key)
    text.write(value)
  }

  public mutating func write(_ key: StaticString, _ value: Day) {
    begin(key)
    text.write(value)
  }

  /// Writes a nested object whose members `body` writes.
  public mutating func write(_ key: StaticString, _ body: (inout JSONMembers) -> Void) {
    begin(key)
    text.append("{")
    isFirst = true
    body(&self)
    isFirst = false
    text.append("}")
  }

  /// Writes an array of objects; `body` writes the members of each.
  public mutating func write<Element>(
    _ key: StaticString,
    each elements: [Element],
    _ body: (inout JSONMembers, Element) -> Void
  ) {
    begin(key)
    text.append("[")
    for (place, element) in elements.enumerated() {
      text.append(place == 0 ? "{" : ",{")
      isFirst = true
      body(&self, element)
      text.append("}")
    }
    isFirst = false
    text.append("]")
  }

  private mutating func begin(_ key: StaticString) {
    text.begin(key, isFirst: isFirst)
    isFirst = false
  }
}
