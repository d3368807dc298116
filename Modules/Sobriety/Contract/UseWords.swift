import Core

/// What a substance is counted in, and what using it is called.
///
/// It is the only place with words for substances: pages, commands and pictures take theirs from
/// it.
public struct UseWords: Sendable, Equatable {
  /// One of what is counted: `drink`.
  public let one: String
  /// Several of them: `drinks`.
  public let many: String
  /// The question about the last use, such as “When was your last drink?”.
  public let lastUse: String
  /// What was left out, after a figure of calories: `not drunk`.
  public let spared: String
  /// Whether the words fit a kind of substance in particular.
  public let isSpecific: Bool

  /// Returns `1 drink`, `2 drinks`; an empty text for 0, which means that nobody counted.
  public func count(_ number: Int) -> String {
    switch number {
    case 0: ""
    case 1: "1 \(one)"
    default: "\(number) \(many)"
    }
  }

  private init(_ one: String, _ many: String, last: String? = nil, spared: String = "not taken in")
  {
    self.one = one
    self.many = many
    lastUse = "When was your last \(last ?? one)?"
    self.spared = spared
    isSpecific = true
  }

  private init() {
    (one, many) = ("time", "times")
    lastUse = "When was the last time?"
    spared = "not taken in"
    isSpecific = false
  }

  public static let drinks = UseWords("drink", "drinks", spared: "not drunk")
  /// The words for any substance that is not known here.
  public static let times = UseWords()

  /// The beginnings of words in names, with the words that fit; the first that matches counts.
  private static let known: [(beginnings: [String], words: UseWords)] = [
    // Before alcohol, whose words “drinks” would match.
    (["energy", "soda", "soft", "cola"], UseWords("can", "cans", spared: "not drunk")),
    (["alcohol", "alkohol", "drink", "beer", "wine", "liquor", "spirits", "booze"], .drinks),
    (["vap", "e-cig", "juul"], UseWords("puff", "puffs")),
    (
      ["nicotin", "nikotin", "smok", "cigaret", "zigaret", "tobacco", "rauch"],
      UseWords("cigarette", "cigarettes")
    ),
    (["snus", "pouch"], UseWords("pouch", "pouches")),
    (["gambl", "bets", "betting", "casino", "slots", "lotter", "poker"], UseWords("bet", "bets")),
    (["cannabis", "weed", "marijuana", "joint"], UseWords("joint", "joints")),
    (["caffein", "koffein", "coffee", "kaffee"], UseWords("cup", "cups", spared: "not drunk")),
    (
      ["sugar", "sweet", "candy", "chocolate", "zucker"],
      UseWords("sweet", "sweets", spared: "not eaten")
    ),
    (["shopping"], UseWords("purchase", "purchases")),
  ]

  /// Returns the words for the substance called `name`.
  public static func of(_ name: String) -> UseWords {
    let words = name.lowercased().split { !$0.isLetter && $0 != "-" }
    let match = known.first { known in
      words.contains { word in known.beginnings.contains { word.hasPrefix($0) } }
    }
    return match?.words ?? .times
  }
}

extension Substance {
  /// The words for using this substance.
  public var use: UseWords { UseWords.of(name) }

  /// Whether what is known about alcohol and the body is about this substance.
  public var isAlcohol: Bool { use == .drinks }
}
