import API
import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Hummingbird
import SocialContract
import TrackingContract

/// Posts, reactions and what is shared, for programs.
struct FeedRoutes: Sendable {
  let services: FriendServices

  private var store: FriendStore { services.store }
  private static let base = "/api/v1/friends"

  var operations: [ServerOperation] {
    get throws { try posts + sharingOperations }
  }

  private var posts: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "\(FeedRoutes.base)/feed",
          .member,
          "The posts of friends and one's own, the newest first.",
          query: [FeedRoutes.after, FeedRoutes.limit.described],
          gives: [.ok(FriendDocuments.Feed.self)],
          feed
        ),
        try ServerOperation(
          .post,
          "\(FeedRoutes.base)/posts",
          .member,
          "Shares a milestone with friends; the server verifies it in the journal.",
          takes: FriendDocuments.Share.self,
          gives: [.created(FriendDocuments.PostAnswer.self), .ok(FriendDocuments.PostAnswer.self)],
          share
        ),
        ServerOperation(
          .delete,
          "\(FeedRoutes.base)/posts/{id}",
          .member,
          "Takes a post of one's own down.",
          gives: [.noContent],
          delete
        ),
        try ServerOperation(
          .put,
          "\(FeedRoutes.base)/posts/{id}/reaction",
          .member,
          "Reacts to a friend's post.",
          takes: FriendDocuments.ReactionRequest.self,
          gives: [.ok(FriendDocuments.PostAnswer.self)],
          react
        ),
        ServerOperation(
          .delete,
          "\(FeedRoutes.base)/posts/{id}/reaction",
          .member,
          "Takes one's reaction back.",
          gives: [.ok(FriendDocuments.PostAnswer.self)],
          takeBack
        ),
      ]
    }
  }

  private var sharingOperations: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "\(FeedRoutes.base)/sharing",
          .member,
          "The habits of which friends see the streak.",
          gives: [.ok(SharedHabits.self)],
          sharing
        ),
        try ServerOperation(
          .put,
          "\(FeedRoutes.base)/sharing/{habit}",
          .member,
          "Decides what friends see of a habit.",
          takes: FriendDocuments.SharingRequest.self,
          gives: [.ok(SharedHabits.self)],
          setSharing
        ),
        ServerOperation(
          .delete,
          "\(FeedRoutes.base)/sharing/{habit}",
          .member,
          "Hides a habit from friends.",
          gives: [.ok(SharedHabits.self)],
          endSharing
        ),
      ]
    }
  }

  private static let after = OpenAPIDocument.Parameter(
    name: "after",
    summary: "`next` of the page before.",
    schema: ["type": "string", "pattern": "^[0-9]{1,15}-[0-9a-f]{32}$"],
    isInPath: false
  )
  private static let limit = QueryNumber(
    name: "limit",
    range: 1...FriendStore.mostInPage,
    summary: "The maximum number of posts; 20 by default."
  )

  // MARK: Posts

  @Sendable
  private func feed(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let limit = try exchange.value(of: FeedRoutes.limit)
    let page = try await services.reading().feed(
      of: caller.account.id,
      after: try cursor(exchange),
      limit: limit ?? 20
    )
    return try .document(
      FriendDocuments.Feed(
        items: page.posts.map { FriendDocuments.PostAnswer($0) },
        next: page.next?.description
      )
    )
  }

  private func cursor(_ exchange: ServerExchange) throws -> FeedCursor? {
    guard let text = exchange.queryValue(FeedRoutes.after.name) else { return nil }
    guard let cursor = FeedCursor(text) else {
      throw Problem.badRequest(
        "bad-query",
        "“after” is not a place in a feed. Nothing was changed: begin at the newest post."
      )
    }
    return cursor
  }

  @Sendable
  private func share(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.Share,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let shared = try await services.share(body, by: caller.account, in: exchange.product)
    return try .document(
      FriendDocuments.PostAnswer(shared.post),
      status: shared.isNew ? .created : .ok
    )
  }

  @Sendable
  private func delete(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await store.deletePost(try post(parameters), by: caller.account.id)
    return .noContent
  }

  @Sendable
  private func react(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.ReactionRequest,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    guard let reaction = Reaction(body.reaction) else { throw FriendsError.badReaction }
    let post = try await services.react(
      reaction,
      to: try post(parameters),
      by: caller.account.id
    )
    return try .document(FriendDocuments.PostAnswer(post))
  }

  @Sendable
  private func takeBack(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let post = try await services.react(nil, to: try post(parameters), by: caller.account.id)
    return try .document(FriendDocuments.PostAnswer(post))
  }

  private func post(_ parameters: [String: String]) throws -> PostID {
    guard let id = PostID(parameters["id"] ?? "") else { throw FriendsError.unknownPost }
    return id
  }

  // MARK: Sharing

  @Sendable
  private func sharing(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    return try .document(
      try await services.spaces.sharing(of: caller.account, in: exchange.product)
    )
  }

  @Sendable
  private func setSharing(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.SharingRequest,
    _ parameters: [String: String]
  ) async throws -> Response {
    try await set(body.sharing, body.showsTitle ?? false, exchange, parameters)
  }

  @Sendable
  private func endSharing(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response { try await set(.none, false, exchange, parameters) }

  private func set(
    _ sharing: HabitSharing,
    _ showsTitle: Bool,
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    guard let habit = HabitID(parameters["habit"] ?? "") else { throw Problem.notFound }
    return try .document(
      try await services.spaces.share(
        SetSharing(habit: habit, sharing: sharing, showsTitle: showsTitle),
        by: caller.account,
        in: exchange.product
      )
    )
  }
}
