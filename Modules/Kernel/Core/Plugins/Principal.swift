/// Who asks something of a space.
///
/// Nothing reaches a space without one, reading included.
public enum Principal: Hashable, Sendable {
  /// Whoever owns this machine's home folder.
  case owner
  /// A person who signed in to a server.
  case account(AccountID)
  /// A person whom the space's owner has as a friend.
  case friend(AccountID)
  /// A part of the system itself, such as another node that wakes an alarm.
  case node(DeviceID)

  /// A stable text, by which what belongs to a principal is kept apart: `owner`, `account:<id>`.
  public var name: String {
    switch self {
    case .owner: "owner"
    case .account(let id): "account:\(id)"
    case .friend(let id): "friend:\(id)"
    case .node(let id): "node:\(id.rawValue)"
    }
  }
}

/// One person's account on a server.
public struct AccountID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}
