import Core

/// Finds reactions of friends that the person has not been shown on this device.
///
/// Reactions from before the home was linked are old, and those seen elsewhere are known.
public struct ReactionNews: Sendable {
  private let home: Home
  private let session: String
  private let client: FriendsClient

  /// Nil for a home whose account cannot have friends, since it is sealed.
  public init?(_ linked: LinkedAccount) {
    guard !linked.account.isSealed else { return nil }
    home = linked.home
    session = linked.account.session
    client = FriendsClient(linked.client)
  }

  /// Returns the reactions since the last check, oldest first, each once, even after a restart.
  ///
  /// - Throws: the errors of ``FriendsClient``.
  public func look() async throws -> [FriendNoticeAnswer] {
    let friends = ReportedSyncState.load(home).friends
    guard let friends, friends.session == session else {
      note(try await newest())
      return []
    }
    let reported = friends.number
    let items = try await client.notices(after: reported).items
    guard let last = items.map(\.number).max() else { return [] }
    // Before they are shown, so that none is shown again after a failure.
    note(max(last, reported))
    return items.filter { $0.kind.description == "reaction" && !$0.seen && $0.number > reported }
      .sorted { $0.number < $1.number }
  }

  /// The number of the newest notice; 0 if there is none.
  ///
  /// A server gives a hundred at a time, the oldest first.
  private func newest() async throws -> Int {
    var number = 0
    // A server that always has more is not asked forever.
    for _ in 0..<ReactionNews.mostPages {
      let next = try await client.notices(after: number).items.map(\.number).max() ?? 0
      guard next > number else { break }
      number = next
    }
    return number
  }

  private static let mostPages = 100

  private func note(_ number: Int) {
    ReportedSyncState.change(of: home) { reported in
      reported.friends = ReportedSyncState.Friends(session: session, number: number)
    }
  }
}
