import Core
import HTTPClient

/// The calls of a server's HTTP API about friends, on behalf of a device.
///
/// Each throws the errors of ``ServerClient``.
public struct FriendsClient: Sendable {
  private static let base = "/friends"

  private struct Items<Item: Decodable>: Decodable {
    let items: [Item]
  }

  private let client: ServerClient

  public init(_ client: ServerClient) { self.client = client }

  // MARK: Oneself

  public func me() async throws -> FriendProfile { try await client.get("/friends/me") }

  public func setName(_ name: String) async throws -> PersonAnswer {
    try await client.send(.put, "/friends/me", ["name": name]).document()
  }

  // MARK: Friends

  public func friends() async throws -> [FriendAnswer] { try await list("") }

  public func blocked() async throws -> [BlockedAnswer] { try await list("/blocked") }

  public func remove(_ friend: String) async throws {
    _ = try await client.send(.delete, try path("people", friend))
  }

  public func block(_ friend: String) async throws {
    _ = try await client.send(.put, try path("blocked", friend))
  }

  public func unblock(_ person: String) async throws {
    _ = try await client.send(.delete, try path("blocked", person))
  }

  public func setHidden(_ isHidden: Bool, friend: String) async throws {
    _ = try await client.send(isHidden ? .put : .delete, try path("hidden", friend))
  }

  // MARK: Invitations

  public func invite() async throws -> FriendInvitationAnswer {
    try await client.send(.post, "/friends/invitations").document()
  }

  public func invitations() async throws -> [FriendInvitationAnswer] {
    try await list("/invitations")
  }

  public func revoke(invitation: String) async throws {
    _ = try await client.send(.delete, try path("invitations", invitation))
  }

  /// - Parameter name: what friends call the person from now on, if they become friends; nil if that
  ///   does not change.
  public func accept(_ code: String, as name: String? = nil) async throws -> FriendAnswer {
    let body = ["code": code, "name": name].compactMapValues { $0 }
    return try await client.send(.post, "/friends/accept", body).document()
  }

  // MARK: Streaks

  /// The habits of which friends see the streak, as the server knows it.
  public func sharing() async throws -> [SharedHabitAnswer] { try await list("/sharing") }

  // MARK: Posts

  /// - Parameter cursor: where an earlier part of the feed ended.
  public func feed(after cursor: String? = nil, limit: Int = 20) async throws -> FeedAnswer {
    var path = "/friends/feed?limit=\(limit)"
    if let cursor { path += "&after=\(try FriendsClient.checked(cursor))" }
    return try await client.get(path)
  }

  public func share(_ post: PostRequest) async throws -> PostAnswer {
    try await client.send(.post, "/friends/posts", post).document()
  }

  public func delete(post: String) async throws {
    _ = try await client.send(.delete, try path("posts", post))
  }

  /// - Parameter reaction: nil removes the reaction.
  public func react(_ reaction: String?, to post: String) async throws -> PostAnswer {
    let path = try path("posts", post) + "/reaction"
    guard let reaction else { return try await client.send(.delete, path).document() }
    return try await client.send(.put, path, ["reaction": reaction]).document()
  }

  // MARK: Notices

  public func notices(after number: Int = 0) async throws -> FriendNoticesAnswer {
    try await client.get("/friends/notices?after=\(number)")
  }

  public func markSeen(upTo number: Int) async throws {
    _ = try await client.send(.put, "/friends/notices/seen", ["number": number])
  }

  // MARK: Paths

  private func list<Item: Decodable>(_ path: String) async throws -> [Item] {
    let list: Items<Item> = try await client.get(FriendsClient.base + path)
    return list.items
  }

  private func path(_ what: String, _ id: String) throws -> String {
    "\(FriendsClient.base)/\(what)/\(try FriendsClient.checked(id))"
  }

  /// - Throws: a ``DomainError`` if it is not an id, which would change the address.
  private static func checked(_ id: String) throws -> String {
    let isID =
      (1...80).contains(id.utf8.count)
      && id.utf8.allSatisfy { Array("0123456789abcdefABCDEF-".utf8).contains($0) }
    guard isID else {
      throw DomainError(
        "unknown-id",
        "“\(TextRule.line.cleaned(String(id.prefix(64))))” is not an id. Nothing was changed: it is one "
          + "that  trellis feed  or  trellis friends invitations  shows."
      )
    }
    return id
  }
}
