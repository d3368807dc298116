/// The limits of one person.
public struct FriendsPolicy: Sendable {
  /// The maximum number of friends of one person, about as many as people know well.
  ///
  /// Source: Dunbar, "Neocortex size as a constraint on group size in primates", 1992.
  public var friends = 150
  /// Invitations that are open at once.
  public var openInvitations = 20
  /// Invitations made on one day, by UTC.
  public var invitationsADay = 50
  /// Posts on one day, by UTC; deleted ones count.
  public var postsADay = 20
  /// Public pages of one account.
  public var publicPages = 50
  /// Public pages made on one day, by UTC; those that were taken down count.
  public var pagesADay = 20
  /// People who are blocked by one person.
  public var blocked = 1000
  /// Seconds for which an invitation can be used.
  public var invitationLifetime: Int64 = 7 * 86_400
  /// The maximum number of stored notices of one person; older ones are removed.
  public var notices = 500

  public init() {}
}
