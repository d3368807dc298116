/// On whose behalf a request is made.
///
/// Every access to a space needs one, including reads.
public enum Principal: Hashable, Sendable {
  /// The owner of this machine's home folder.
  case owner
  /// A user who signed in to a server.
  case account(AccountID)
  /// A user who is a friend of the space's owner.
  case friend(AccountID)
  /// A part of the system itself, such as another node that handles an alarm.
  case node(DeviceID)

  /// A stable text that separates what belongs to each principal: `owner`, `account:<id>`.
  public var name: String {
    switch self {
    case .owner: "owner"
    case .account(let id): "account:\(id)"
    case .friend(let id): "friend:\(id)"
    case .node(let id): "node:\(id.rawValue)"
    }
  }
}

/// Identifies a user's account on a server.
public struct AccountID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}
