import Accounts
import Core
import Friends
import Pages
import Presentation

/// What was shared of a habit or substance that is about to be deleted.
extension FriendPages {
  /// What the server adds to pages of modules.
  var cards: [Card] {
    guard isOffered else { return [] }
    return [Card(in: .deletion, order: 10) { try await loss($0) }]
  }

  /// The posts and public pages that go with it; nil if there are none.
  private func loss(_ request: PageRequest) async throws -> HTML? {
    let shared = try await store.shared(
      milestonesOf: [try request.id(as: EntityID.self)],
      in: product.name,
      by: try await account(request.context).id
    )
    let parts = [
      shared.posts > 0 ? shared.posts.counted("post") : nil,
      shared.pages > 0 ? shared.pages.counted("public page") : nil,
    ]
    .compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return "<p>What you shared of it goes as well: \(parts.listed(with: "and")).</p>"
  }
}
