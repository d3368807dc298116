import Core
import ServerStorage

/// Public pages: milestones that their owners show to anybody who has an address.
extension FriendStore {
  /// Creates a page of a milestone, which the server has verified.
  ///
  /// Repeating the call, as after a lost answer, changes nothing. It needs no name among friends.
  ///
  /// - Returns: the page, and whether it is new.
  /// - Throws: ``FriendsError``: `badPageName`, `tooManyPages`, `tooManyPagesToday`.
  @discardableResult
  public func publish(
    _ new: NewPublicPage,
    by account: AccountID
  ) async throws(FriendsError) -> (page: PublicPage, isNew: Bool) {
    let key = MilestoneHash.of(new.milestone, unit: new.achievement.unit)
    let page = PublicPage(
      id: Secret.id(random),
      code: Secret.id(random),
      account: account,
      achievement: new.achievement,
      name: try PublicPage.checked(name: new.name),
      madeAt: clock.now()
    )
    return try await tables.write { [policy] database in
      let owner = ("account", SQLValue.id(account))
      try MilestoneHash.addUnit(to: new.milestone, in: "public_pages", of: owner, database)
      if let known = try page.twin(key, in: database) { return (known, false) }
      let count = try database.number(
        "SELECT count(*) FROM public_pages WHERE account = ?",
        .id(account)
      )
      guard count < policy.publicPages else {
        throw FriendsError.tooManyPages(policy.publicPages)
      }
      guard
        try PublicPage.countOne(
          of: account,
          most: policy.pagesADay,
          at: page.madeAt,
          in: database
        )
      else { throw FriendsError.tooManyPagesToday(policy.pagesADay) }
      try page.insert(key, in: database)
      return (page, true)
    }
  }

  /// Returns the public pages of an account, newest first.
  public func publicPages(of account: AccountID) async throws(FriendsError) -> [PublicPage] {
    try await tables.read { try PublicPage.all(of: account, in: $0) }
  }

  /// Takes a page of the caller's down: from now on its address shows nothing.
  ///
  /// - Throws: ``FriendsError``: `unknownPage`.
  public func takeDown(_ id: PublicPageID, by account: AccountID) async throws(FriendsError) {
    let line = ErasureLedger.line(.page, id, at: clock.now())
    try await tables.write { [ledger] database in
      let changed = try database.run(
        "DELETE FROM public_pages WHERE id = ? AND account = ?",
        .id(id),
        .id(account)
      )
      guard changed > 0 else { throw FriendsError.unknownPage }
      try ledger.record([line])
    }
  }

  /// Returns the page of an address; nil for a code that is wrong or was taken down.
  public func publicPage(
    _ code: PublicPageCode
  ) async throws(FriendsError) -> PublicPage? {
    try await tables.read { try PublicPage.find(code, in: $0) }
  }
}
