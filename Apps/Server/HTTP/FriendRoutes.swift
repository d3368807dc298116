import API
import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Hummingbird

/// Friends, for programs.
///
/// The actor of a request is determined only by its session.
struct FriendRoutes: Sendable {
  let services: FriendServices

  private var store: FriendStore { services.store }
  private static let base = "/api/v1/friends"

  var operations: [ServerOperation] {
    get throws { try oneself + people + invitationOperations + noticeOperations }
  }

  private var oneself: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "\(FriendRoutes.base)/me",
          .member,
          "Who the account is to friends.",
          gives: [.ok(FriendDocuments.Me.self)],
          me
        ),
        try ServerOperation(
          .put,
          "\(FriendRoutes.base)/me",
          .member,
          "Sets the name that friends see.",
          takes: FriendDocuments.Name.self,
          gives: [.ok(FriendDocuments.PersonAnswer.self)],
          setName
        ),
      ]
    }
  }

  private var people: [ServerOperation] {
    [
      ServerOperation(
        .get,
        FriendRoutes.base,
        .member,
        "The friends, with the streaks that they share.",
        gives: [.ok(FriendDocuments.List<FriendDocuments.FriendAnswer>.self)],
        friends
      ),
      ServerOperation(
        .delete,
        "\(FriendRoutes.base)/people/{id}",
        .member,
        "Ends a friendship.",
        gives: [.noContent],
        remove
      ),
      ServerOperation(
        .get,
        "\(FriendRoutes.base)/blocked",
        .member,
        "Whom the account has blocked.",
        gives: [.ok(FriendDocuments.List<FriendDocuments.BlockedAnswer>.self)],
        blocked
      ),
      ServerOperation(
        .put,
        "\(FriendRoutes.base)/blocked/{id}",
        .member,
        "Blocks a person, and ends the friendship.",
        gives: [.noContent],
        block
      ),
      ServerOperation(
        .delete,
        "\(FriendRoutes.base)/blocked/{id}",
        .member,
        "Lets a blocked person ask again.",
        gives: [.noContent],
        unblock
      ),
      ServerOperation(
        .put,
        "\(FriendRoutes.base)/hidden/{id}",
        .member,
        "Leaves a friend's posts out of the feed.",
        gives: [.noContent],
        hideFriend
      ),
      ServerOperation(
        .delete,
        "\(FriendRoutes.base)/hidden/{id}",
        .member,
        "Shows a friend's posts in the feed again.",
        gives: [.noContent],
        showFriend
      ),
    ]
  }

  private var invitationOperations: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "\(FriendRoutes.base)/invitations",
          .member,
          "The invitations that were made.",
          gives: [.ok(FriendDocuments.List<FriendDocuments.InvitationAnswer>.self)],
          invitations
        ),
        ServerOperation(
          .post,
          "\(FriendRoutes.base)/invitations",
          .member,
          "Makes an invitation, whose code is returned once.",
          gives: [.created(FriendDocuments.InvitationAnswer.self)],
          invite
        ),
        ServerOperation(
          .delete,
          "\(FriendRoutes.base)/invitations/{id}",
          .member,
          "Takes back an invitation that nobody has used.",
          gives: [.noContent],
          revoke
        ),
        try ServerOperation(
          .post,
          "\(FriendRoutes.base)/accept",
          .member,
          "Becomes the friend of whoever made an invitation, under another name if one is given.",
          takes: FriendDocuments.Acceptance.self,
          gives: [.created(FriendDocuments.FriendAnswer.self)],
          accept
        ),
      ]
    }
  }

  private var noticeOperations: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "\(FriendRoutes.base)/notices",
          .member,
          "What friends did, the oldest first.",
          query: [FriendRoutes.after.described, FriendRoutes.limit.described],
          gives: [.ok(FriendDocuments.Notices.self)],
          notices
        ),
        try ServerOperation(
          .put,
          "\(FriendRoutes.base)/notices/seen",
          .member,
          "Marks the notices up to one as seen.",
          takes: FriendDocuments.Seen.self,
          gives: [.noContent],
          seen
        ),
      ]
    }
  }

  private static let after = QueryNumber(
    name: "after",
    range: 0...Int(Schema.safeIntegers.upperBound),
    summary: "The number of a notice; those after it are returned."
  )
  private static let limit = QueryNumber(
    name: "limit",
    range: 1...FriendStore.mostNotices,
    summary: "The maximum number of notices."
  )

  // MARK: Oneself

  @Sendable
  private func me(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let account = try exchange.requireCaller().account
    let person = try await store.person(of: account.id)
    return try .document(
      FriendDocuments.Me(
        id: person.map { "\($0.id)" },
        name: person?.name,
        sealed: account.isSealed,
        unseen: try await services.reading().unseenNotices(of: account.id)
      )
    )
  }

  @Sendable
  private func setName(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.Name,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let person = try await services.setName(body.name, of: caller.account.id)
    return try .document(FriendDocuments.PersonAnswer(person))
  }

  // MARK: Friends

  @Sendable
  private func friends(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let known = try await services.friends(of: caller.account.id)
    return try .document(
      FriendDocuments.List(
        items: known.map { FriendDocuments.FriendAnswer($0.friend, $0.streaks) }
      )
    )
  }

  @Sendable
  private func remove(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await store.remove(try person(parameters), by: caller.account.id)
    return .noContent
  }

  @Sendable
  private func blocked(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let items = try await store.blocked(by: caller.account.id)
    return try .document(
      FriendDocuments.List(items: items.map { FriendDocuments.BlockedAnswer($0) })
    )
  }

  @Sendable
  private func block(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await store.block(try person(parameters), by: caller.account.id)
    return .noContent
  }

  @Sendable
  private func unblock(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await store.unblock(try person(parameters), by: caller.account.id)
    return .noContent
  }

  @Sendable
  private func hideFriend(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response { try await hide(exchange, parameters, true) }

  @Sendable
  private func showFriend(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response { try await hide(exchange, parameters, false) }

  private func hide(
    _ exchange: ServerExchange,
    _ parameters: [String: String],
    _ isHidden: Bool
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await store.setHidden(isHidden, try person(parameters), by: caller.account.id)
    return .noContent
  }

  private func person(_ parameters: [String: String]) throws -> PersonID {
    guard let id = PersonID(parameters["id"] ?? "") else { throw FriendsError.unknownPerson }
    return id
  }

  // MARK: Invitations

  @Sendable
  private func invitations(_ exchange: ServerExchange, _: [String: String]) async throws -> Response
  {
    let caller = try exchange.requireCaller()
    let items = try await store.invitations(of: caller.account.id)
    return try .document(
      FriendDocuments.List(items: items.map { FriendDocuments.InvitationAnswer($0) })
    )
  }

  @Sendable
  private func invite(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let new = try await store.invite(by: caller.account.id)
    return try .document(
      FriendDocuments.InvitationAnswer(new.invitation, code: new.code),
      status: .created
    )
  }

  @Sendable
  private func revoke(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    guard let id = FriendInvitationID(parameters["id"] ?? ""),
      try await store.revokeInvitation(id, by: caller.account.id)
    else {
      throw Problem(
        .notFound,
        "unknown-invitation",
        "There is no such invitation that could still be used. Nothing was changed."
      )
    }
    return .noContent
  }

  @Sendable
  private func accept(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.Acceptance,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let friend = try await services.accept(
      body.code,
      as: body.name,
      by: caller.account.id
    )
    return try .document(FriendDocuments.FriendAnswer(friend, []), status: .created)
  }

  // MARK: Notices

  @Sendable
  private func notices(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let after = try exchange.value(of: FriendRoutes.after) ?? 0
    let limit = try exchange.value(of: FriendRoutes.limit)
    let items = try await services.reading().notices(
      of: caller.account.id,
      after: after,
      limit: limit ?? FriendStore.mostNotices
    )
    return try .document(
      FriendDocuments.Notices(
        items: items.map { FriendDocuments.NoticeAnswer($0) },
        unseen: try await services.reading().unseenNotices(of: caller.account.id)
      )
    )
  }

  @Sendable
  private func seen(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.Seen,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await store.markSeen(upTo: body.number, by: caller.account.id)
    return .noContent
  }
}
