import Core

/// How often a suspicion about an account arose on one day.
public struct AccountFlag: Sendable, Equatable {
  public let account: AccountID
  public let code: String
  /// By UTC.
  public let day: Day
  public let count: Int
}

extension AccountFlag {
  /// The suspicion in words, for an operator.
  public var what: String {
    switch code {
    case "backfill": "Many days marked late at once"
    case "clock": "A device's clock is far off"
    case "rate": "Very many entries in an hour"
    default: code
    }
  }

  /// How often it arose, in words.
  public var times: String { count == 1 ? "once" : "\(count) times" }
}
