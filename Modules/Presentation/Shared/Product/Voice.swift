/// The words of a product: everything a person reads that is not data.
///
/// A presentation requests a phrase by its key and supplies default words; a product overrides
/// phrases to set its own tone.
public struct Voice: Sendable {
  /// The alternatives for each phrase, by key, in the order in which they rotate.
  public let words: [String: [String]]

  public init(_ words: [String: [String]] = [:]) { self.words = words }

  /// The words for `phrase`.
  ///
  /// If a product has several alternatives, `turn` selects one (usually by the day number), so that
  /// the words change from day to day but never within a day.
  public func say(_ phrase: Phrase, turn: Int = 0, _ values: [String: String] = [:]) -> String {
    let own = words[phrase.key] ?? []
    let choices = own.isEmpty ? [phrase.fallback] : own
    let index = ((turn % choices.count) + choices.count) % choices.count
    return Voice.filled(choices[index], values)
  }

  /// Replaces names in braces by their values.
  ///
  /// A single pass, so that braces inside a value are left unchanged.
  private static func filled(_ words: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = words[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}") else { break }
      let name = String(rest[rest.index(after: open)..<close])
      text += values[name] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

/// The key of a text, with default words for products that do not override it.
///
/// `{name}` in the words is a placeholder for a value.
public struct Phrase: Hashable, Sendable {
  public let key: String
  public let fallback: String

  public init(_ key: String, _ fallback: String) {
    self.key = key
    self.fallback = fallback
  }

  public static func == (a: Phrase, b: Phrase) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
