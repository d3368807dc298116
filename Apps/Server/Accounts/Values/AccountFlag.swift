import Core

/// How often a suspicion about an account arose on one day.
public struct AccountFlag: Sendable, Equatable {
  public let account: AccountID
  public let code: String
  /// By UTC.
  public let day: Day
  public let count: Int
}
