import Core

/// A person as friends see them: their chosen name, and nothing of their account.
public struct Person: Sendable, Equatable {
  public let id: PersonID
  public let name: String

  /// The maximum length of a name in characters.
  public static let longestName = 40

  init(id: PersonID, name: String) {
    self.id = id
    self.name = name
  }

  /// The name in its stored form: one line in form NFC, without invisible characters.
  ///
  /// - Throws: ``FriendsError/badName``.
  static func checked(name: String) throws(FriendsError) -> String {
    let text = TextRule.line.cleaned(UnicodeForm.composed(String(name.prefix(1000))))
    guard !text.isEmpty, text.count <= longestName else { throw .badName }
    return text
  }
}

/// A friend, as one of the two sees it.
public struct Friend: Sendable, Equatable {
  public let person: Person
  public let since: Instant
  /// Whether the posts of this friend are hidden from the feed; they are not told.
  public let isHidden: Bool
}

/// A person who is blocked from becoming a friend again; they are not told.
public struct BlockedPerson: Sendable, Equatable {
  /// The person with the name that they had at that time.
  public let person: Person
  public let since: Instant
}
