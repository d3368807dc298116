/// A value on its way to JSON, between what its `encode(to:)` says and the bytes.
///
/// Objects and lists are shared objects, because `Encodable` may hand out several containers and
/// write to them in any order.
enum JSONTree {
  case null
  case bool(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case list(JSONElements)
  case object(JSONMembers)
  /// What is said later, through a nested encoder.
  case later(JSONSlot)
}

final class JSONElements {
  var trees: [JSONTree] = []
}

final class JSONMembers {
  private var members: [(key: String, tree: JSONTree)] = []
  private var isSorted = true

  init() { members.reserveCapacity(4) }

  func add(_ key: String, _ tree: JSONTree) {
    if let last = members.last, !JSONMembers.precedes(last.key, key) { isSorted = false }
    members.append((key, tree))
  }

  /// In the order of the bytes of their keys; of two with one key, the one said last.
  var sorted: [(key: String, tree: JSONTree)] {
    guard !isSorted else { return members }
    var ordered: [(key: String, tree: JSONTree)] = []
    for member in members.sorted(by: { JSONMembers.precedes($0.key, $1.key) }) {
      if let last = ordered.last, !JSONMembers.precedes(last.key, member.key) {
        ordered.removeLast()
      }
      ordered.append(member)
    }
    return ordered
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

/// Where one value puts what it says of itself.
final class JSONSlot {
  var tree: JSONTree?
  private let key: (any CodingKey)?
  private let parent: JSONSlot?

  init(_ key: (any CodingKey)? = nil, in parent: JSONSlot? = nil) {
    self.key = key
    self.parent = parent
  }

  /// For errors alone.
  var codingPath: [any CodingKey] {
    (parent?.codingPath ?? []) + (key.map { [$0] } ?? [])
  }

  /// What `value` says of itself, as a part of this one's value.
  func tree<T: Encodable>(of value: T, _ key: (any CodingKey)?) throws -> JSONTree {
    let slot = JSONSlot(key, in: self)
    try value.encode(to: JSONEncoding(slot: slot))
    // A value that says nothing is an object without members.
    return slot.tree ?? .object(JSONMembers())
  }

  func tree(
    of value: some BinaryFloatingPoint & LosslessStringConvertible,
    _ key: (any CodingKey)?
  )
    throws -> JSONTree
  {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: codingPath + (key.map { [$0] } ?? []),
          debugDescription: "JSON has no number for \(value)."
        )
      )
    }
    let text = value.description
    return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }
}
