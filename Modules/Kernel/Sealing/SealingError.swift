import Core

/// Why a fact cannot be opened.
public enum SealingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The fact was sealed with a key that this device does not have yet.
  ///
  /// The device has to get the ring from the server again, which needs the password.
  case keyMissing(number: Int, fact: FactID)
  /// The fact was sealed by a newer version of this program.
  case tooNew(fact: FactID)
  /// The fact was not sealed with this account's keys, or was changed since.
  case damaged(fact: FactID)

  /// The fact that cannot be opened.
  public var fact: FactID {
    switch self {
    case .keyMissing(_, let fact), .tooNew(let fact), .damaged(let fact): fact
    }
  }

  /// The error for a person.
  public var domainError: DomainError {
    switch self {
    case .keyMissing(let number, let fact):
      DomainError(
        "key-missing",
        "Entry \(fact) was sealed with key \(number), which this device does not have yet. Nothing "
          + "was lost: enter the account's password on this device, to get the new key."
      )
    case .tooNew(let fact):
      DomainError(
        "sealed-too-new",
        "Entry \(fact) was sealed by a newer version. Nothing was lost: update this program."
      )
    case .damaged(let fact):
      DomainError(
        "sealed-damaged",
        "Entry \(fact) from the server was changed after it was sealed, or sealed with another key. It "
          + "was not taken over, and what this device has is unchanged: ask whoever runs the server."
      )
    }
  }

  public var description: String { domainError.message }
}
