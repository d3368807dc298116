import Core

/// A page that shows one milestone to whoever has its address, made by the milestone's owner.
///
/// All that it shows of a person is here; it is read from no space.
public struct PublicPage: Sendable, Equatable {
  public let id: PublicPageID
  public let code: PublicPageCode
  /// Whose it is; never shown.
  public let account: AccountID
  /// As it was found in the owner's journal when the page was made.
  public let achievement: Achievement
  /// What the owner calls themselves on this page; nil for nothing.
  public let name: String?
  public let madeAt: Instant

  /// The name as it is kept; nil for none.
  ///
  /// - Throws: ``FriendsError/badPageName``.
  static func checked(name: String?) throws(FriendsError) -> String? {
    guard let name else { return nil }
    let text = TextRule.line.cleaned(UnicodeForm.composed(String(name.prefix(1000))))
    guard text.count <= Person.longestName else { throw .badPageName }
    return text.isEmpty ? nil : text
  }
}

/// What a person wants to make public.
public struct NewPublicPage: Sendable {
  public let achievement: Achievement
  public let name: String?
  /// Tells the same milestone of the same habit again; shown to nobody, and only its hash is kept.
  public let milestone: String

  public init(achievement: Achievement, name: String?, milestone: String) {
    self.achievement = achievement
    self.name = name
    self.milestone = milestone
  }
}
