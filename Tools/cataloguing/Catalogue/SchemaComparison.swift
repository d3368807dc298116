import API
import Core

/// What a later JSON schema takes away from programs that rely on an earlier one.
///
/// Both are self-contained documents with `$defs` (`Schema.selfContained(among:)`).
public struct SchemaComparison {
  /// Who writes what is described, and who reads it.
  public enum Use: Sendable {
    /// Written and read by this version, by earlier ones and by later ones: facts.
    case stored
    /// Written by others: requests.
    case given
    /// Read by others: replies and events.
    case told
  }

  private let use: Use
  private let old: JSONValue
  private let new: JSONValue
  private var seen: Set<String> = []
  private var breaks: [String] = []

  private init(_ use: Use, _ old: JSONValue, _ new: JSONValue) {
    (self.use, self.old, self.new) = (use, old, new)
  }

  /// One sentence for each break; empty if everything that could be written and read still can be.
  public static func breaks(
    from old: JSONValue,
    to new: JSONValue,
    _ use: Use,
    at path: String = ""
  ) -> [String] {
    var comparison = SchemaComparison(use, old, new)
    comparison.compare(old, new, path)
    return comparison.breaks
  }

  private var isRead: Bool { use != .told }
  private var isWritten: Bool { use != .given }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    let before = old["$ref"]?.text, after = new["$ref"]?.text
    if before != nil || after != nil {
      guard seen.insert("\(before ?? path) \(after ?? path)").inserted else { return }
      return compare(SchemaComparison.followed(old, self.old), .followed(new, self.new), path)
    }
    switch (old.unlessNull, new.unlessNull) {
    case (let some?, let other?): compare(some, other, path)
    case (let some?, nil):
      if isRead { breaks.append("“\(path)” may no longer be null") }
      compare(some, new, path)
    case (nil, let other?):
      if isWritten, old != [:] { breaks.append("“\(path)” may be null now") }
      compare(old, other, path)
    case (nil, nil): compareValues(old, new, path)
    }
  }

  private mutating func compareValues(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    guard old["type"] == new["type"] else {
      let words = (old["type"]?.text ?? "any value", new["type"]?.text ?? "any value")
      breaks.append("“\(path)” was \(words.0) and is \(words.1)")
      return
    }
    compareChoices(old["enum"]?.list, new["enum"]?.list, path)
    for limit in ["minimum", "maximum"] where isRead {
      guard let before = old[limit]?.integer, let after = new[limit]?.integer else { continue }
      if limit == "minimum" ? after > before : after < before {
        breaks.append("“\(path)” may no longer be \(before)")
      }
    }
    for rule in ["format", "pattern"] where old[rule] != new[rule] {
      breaks.append("“\(path)” is written in another way (\(rule))")
    }
    if let before = old["items"], let after = new["items"] { compare(before, after, path + "[]") }
    if let before = old["additionalProperties"], let after = new["additionalProperties"] {
      compare(before, after, path + ".*")
    }
    compareMembers(old, new, path)
  }

  private mutating func compareChoices(
    _ old: [JSONValue]?,
    _ new: [JSONValue]?,
    _ path: String
  ) {
    guard let old, let new else {
      if old != nil || new != nil, isRead || old != nil {
        breaks.append("“\(path)” is one of a list of values in one version alone")
      }
      return
    }
    for value in old where isRead && !new.contains(value) {
      breaks.append("“\(path)” may no longer be \(value.words)")
    }
    // Readers ignore values that they do not know, but a journal of an earlier version cannot.
    for value in new where use == .stored && !old.contains(value) {
      breaks.append("“\(path)” may be \(value.words) now, which earlier versions cannot read")
    }
  }

  private mutating func compareMembers(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    guard let before = old["properties"]?.members, let after = new["properties"]?.members else {
      return
    }
    let needed = Set(old["required"]?.list?.compactMap(\.text) ?? [])
    let needs = Set(new["required"]?.list?.compactMap(\.text) ?? [])
    let inside = path.isEmpty ? "" : path + "."
    for (name, schema) in before.sorted(by: { $0.key < $1.key }) {
      guard let other = after[name] else {
        breaks.append("“\(inside)\(name)” is gone")
        continue
      }
      // For a member that may now be missing, only this is reported, and not that it may be null.
      if isWritten, needed.contains(name), !needs.contains(name) {
        breaks.append("“\(inside)\(name)” may be missing now")
      }
      if isRead, !needed.contains(name), needs.contains(name) {
        breaks.append("“\(inside)\(name)” is required now")
      }
      let bothNeeded = needed.contains(name) == needs.contains(name)
      compare(
        bothNeeded ? schema : schema.unlessNull ?? schema,
        bothNeeded ? other : other.unlessNull ?? other,
        inside + name
      )
    }
    for name in needs.sorted() where isRead && before[name] == nil {
      breaks.append("“\(inside)\(name)” is new and required")
    }
  }

  private static func followed(_ schema: JSONValue, _ document: JSONValue) -> JSONValue {
    .followed(schema, document)
  }
}

extension JSONValue {
  subscript(name: String) -> JSONValue? { members?[name] }
  var members: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// A value as a sentence names it.
  fileprivate var words: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    default: "another value"
    }
  }

  /// The schema of `anyOf: [schema, null]`.
  fileprivate var unlessNull: JSONValue? {
    guard let choices = self["anyOf"]?.list, choices.last?["type"]?.text == "null" else {
      return nil
    }
    return choices.first
  }

  /// The schema that a reference refers to.
  fileprivate static func followed(_ schema: JSONValue, _ document: JSONValue) -> JSONValue {
    guard let path = schema["$ref"]?.text, let name = path.split(separator: "/").last else {
      return schema
    }
    return document["$defs"]?[String(name)] ?? schema
  }

  /// Whether everything in `other` is also here, with the same values.
  func contains(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object(let mine), .object(let others)):
      others.allSatisfy { mine[$0.key]?.contains($0.value) ?? ($0.value == .null) }
    case (.list(let mine), .list(let others)):
      mine.count == others.count && zip(mine, others).allSatisfy { $0.contains($1) }
    default: self == other
    }
  }
}
