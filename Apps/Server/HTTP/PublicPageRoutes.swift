import API
import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Hummingbird

/// A person's own public pages, for programs.
struct PublicPageRoutes: Sendable {
  let services: FriendServices
  let products: ServedProducts

  private static let base = "/api/v1/friends/pages"

  var operations: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          PublicPageRoutes.base,
          .member,
          "One's own public pages.",
          gives: [.ok(FriendDocuments.List<FriendDocuments.PageAnswer>.self)],
          list
        ),
        try ServerOperation(
          .post,
          PublicPageRoutes.base,
          .member,
          "Makes a public page of a milestone.",
          takes: FriendDocuments.PublicPageRequest.self,
          gives: [.created(FriendDocuments.PageAnswer.self), .ok(FriendDocuments.PageAnswer.self)],
          publish
        ),
        ServerOperation(
          .delete,
          "\(PublicPageRoutes.base)/{id}",
          .member,
          "Takes a public page down.",
          gives: [.noContent],
          takeDown
        ),
      ]
    }
  }

  @Sendable
  private func list(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let pages = try await services.store.publicPages(of: caller.account.id)
    return try .document(
      FriendDocuments.List(items: pages.map { FriendDocuments.PageAnswer($0, in: products) })
    )
  }

  @Sendable
  private func publish(
    _ exchange: ServerExchange,
    _ body: FriendDocuments.PublicPageRequest,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let made = try await services.publish(body, by: caller.account, in: exchange.product)
    return try .document(
      FriendDocuments.PageAnswer(made.page, in: products),
      status: made.isNew ? .created : .ok
    )
  }

  @Sendable
  private func takeDown(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    guard let id = PublicPageID(parameters["id"] ?? "") else { throw FriendsError.unknownPage }
    try await services.store.takeDown(id, by: caller.account.id)
    return .noContent
  }
}
