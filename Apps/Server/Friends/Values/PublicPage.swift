import Core

/// A page that shows one milestone to anybody with its address, created by its owner.
///
/// It contains everything that it shows about a person; no space is read.
public struct PublicPage: Sendable, Equatable {
  public let id: PublicPageID
  public let code: PublicPageCode
  /// The owner; never shown.
  public let account: AccountID
  /// The milestone as found in the owner's journal when the page was created.
  public let achievement: Achievement
  /// The owner's name on this page; nil for none.
  public let name: String?
  public let madeAt: Instant

  /// The name in its stored form; nil for none.
  ///
  /// - Throws: ``FriendsError/badPageName``.
  static func checked(name: String?) throws(FriendsError) -> String? {
    guard let name else { return nil }
    let text = TextRule.line.cleaned(UnicodeForm.composed(String(name.prefix(1000))))
    guard text.count <= Person.longestName else { throw .badPageName }
    return text.isEmpty ? nil : text
  }
}

/// A request to make a milestone public.
public struct NewPublicPage: Sendable {
  public let achievement: Achievement
  public let name: String?
  /// Identifies the same milestone of the same habit, together with the achievement's unit; never
  /// shown, and only a hash is stored.
  public let milestone: String

  public init(achievement: Achievement, name: String?, milestone: String) {
    self.achievement = achievement
    self.name = name
    self.milestone = milestone
  }
}
