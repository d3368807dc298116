/// The words of a product: everything a person reads that is not data.
///
/// A surface asks for a phrase by its key and gives plain words of its own for the products that
/// say nothing; a product overrides what it wants to say in its own tone.
public struct Voice: Sendable {
  private let phrases: [Phrase: [String]]

  public init(_ phrases: [Phrase: [String]] = [:]) { self.phrases = phrases }

  /// The words for `key`. Where a product gives several, `turn` chooses (usually the day number),
  /// so that the words change from day to day but never within one.
  public func say(_ key: Phrase, turn: Int = 0, _ values: [String: String] = [:]) -> String {
    let choices = phrases[key] ?? [key.fallback]
    let index = ((turn % choices.count) + choices.count) % choices.count
    var text = choices[index]
    for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
    return text
  }
}

/// The name of something to say, with the plain words that serve when a product has none.
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
