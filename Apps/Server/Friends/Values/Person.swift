import Core

/// A person as friends see them: what they call themselves, and nothing of their account.
public struct Person: Sendable, Equatable {
  public let id: PersonID
  public let name: String

  /// Characters of the longest name.
  public static let longestName = 40

  init(id: PersonID, name: String) {
    self.id = id
    self.name = name
  }

  /// The name as it is kept: one line in form NFC, without what nothing can show.
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
  /// Whether the posts of this friend are left out of the feed; they are not told.
  public let isHidden: Bool
}

/// Somebody who was barred from becoming a friend again; they are not told.
public struct BlockedPerson: Sendable, Equatable {
  /// With the name that they had then.
  public let person: Person
  public let since: Instant
}
