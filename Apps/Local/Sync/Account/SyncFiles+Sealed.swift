import Core

/// The sealed accounts that a home has had.
///
/// A server can say that an account is not sealed, to get its password or its entries. Only the
/// device knows better, also once it was linked to other accounts.
extension SyncFiles {
  private static let longestSealed = 1 << 20
  /// The number of accounts that are remembered.
  private static let mostSealed = 100

  /// Whether the account of an address at a server has to be a sealed one.
  ///
  /// It has if the home has had a sealed account with that address, wherever: its password must not
  /// be sent. But if its last account has that address at that server, it is known to be as it was.
  ///
  /// - Throws: a ``DomainError`` if a file cannot be read.
  func expectsSealedAccount(of email: String, at server: String) throws(DomainError) -> Bool {
    if let last = try loadLastAccount(), last.server == server, last.isOf(email) {
      return last.isSealed
    }
    return try allSealed().contains { $0.isSealed && $0.isOf(email) }
  }

  /// Whether the home has had an account as a sealed one.
  ///
  /// - Throws: a ``DomainError`` if a file cannot be read.
  func hasHadSealed(_ account: SyncAccount) throws(DomainError) -> Bool {
    try allSealed().contains { $0.isSealed && $0.isSame(as: account) }
  }

  /// Remembers an account if it is sealed, even after another one.
  func rememberSealed(_ account: SyncAccount) throws(DomainError) {
    guard account.isSealed else { return }
    let all = try loadSealed()
    guard !all.contains(where: { $0.isSame(as: account) && $0.email == account.email }) else {
      return
    }
    // Also by the addresses that it had: a server could name another one, to be sent the password.
    try save(sealed: all + [account])
  }

  /// Forgets an account that was erased: another one, which is not sealed, may get its address.
  func forgetSealed(_ account: SyncAccount) throws(DomainError) {
    let all = try loadSealed()
    let others = all.filter { !$0.isSame(as: account) }
    if others.count < all.count { try save(sealed: others) }
  }

  /// Those that are remembered, and the last account, which an earlier version has not noted there.
  private func allSealed() throws(DomainError) -> [SyncAccount] {
    let last = try loadLastAccount()
    return try loadSealed() + (last.map { [$0] } ?? [])
  }

  private func loadSealed() throws(DomainError) -> [SyncAccount] {
    try readList(sealed, limit: SyncFiles.longestSealed)
  }

  private func save(sealed accounts: [SyncAccount]) throws(DomainError) {
    try write(list: Array(accounts.suffix(SyncFiles.mostSealed)), to: sealed)
  }
}
