/// The words of a product: everything a person reads that is not data.
///
/// A presentation asks for a phrase by its key and gives plain words of its own for the products that
/// say nothing; a product overrides what it wants to say in its own tone.
public struct Voice: Sendable {
  /// The words for each phrase's key, in the order in which they take turns.
  public let words: [String: [String]]

  public init(_ words: [String: [String]] = [:]) { self.words = words }

  /// The words for `phrase`.
  ///
  /// Where a product gives several, `turn` chooses (usually the day number), so that the words
  /// change from day to day but never within one.
  public func say(_ phrase: Phrase, turn: Int = 0, _ values: [String: String] = [:]) -> String {
    let own = words[phrase.key] ?? []
    let choices = own.isEmpty ? [phrase.fallback] : own
    let index = ((turn % choices.count) + choices.count) % choices.count
    return Voice.filled(choices[index], values)
  }

  /// Puts values where their names stand in braces.
  ///
  /// One pass, so that a value which happens to hold braces is left as it is.
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

/// The name of something to say, with the plain words that serve when a product has none.
///
/// `{name}` in the words stands for a value.
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
