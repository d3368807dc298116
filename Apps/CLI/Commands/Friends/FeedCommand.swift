import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Terminal

/// `trellis feed`: what friends have shared.
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Show what friends have shared, and how they reacted to what you shared."
  )

  @Option(help: "How many posts to show: 1 to 50.")
  var limit = 10

  @Option(help: "Continue where an earlier part ended.")
  var after: String?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (1...50).contains(limit) else { throw ValidationError("--limit is 1 to 50.") }
    guard after.map({ $0.wholeMatch(of: #/[0-9]{1,20}-[0-9a-f]{1,40}/#) != nil }) ?? true else {
      throw ValidationError("--after takes what an earlier part said at its end.")
    }
  }

  func run() async throws {
    let access = try FriendsAccess()
    let feed = try await access.client.feed(after: after, limit: limit)
    let notices = after == nil ? try await unseen(access.client) : []
    let calendar = try await access.app.calendar()
    try CommandOutput.print(
      Document(items: feed.items, next: feed.next, notices: notices),
      views(feed, notices, calendar),
      global,
      access.app
    )
    if let last = notices.last { try await access.client.markSeen(upTo: last.number) }
  }

  private func unseen(_ client: FriendsClient) async throws -> [FriendNoticeAnswer] {
    var all: [FriendNoticeAnswer] = []
    while true {
      let page = try await client.notices(after: all.last?.number ?? 0)
      all += page.items
      // A server that repeats itself is not asked forever.
      guard page.items.count >= 100, all.count < 1000 else { break }
    }
    return all.filter { !$0.seen }
  }

  private func views(
    _ feed: FeedAnswer,
    _ notices: [FriendNoticeAnswer],
    _ calendar: LocalCalendar
  ) -> [any View] {
    var views: [any View] = notices.compactMap { FriendWords.notice($0) }
      .map { Paragraph(Text("• \($0)"), hanging: 2) }
    if !views.isEmpty { views.append(Paragraph(verbatim: "")) }
    guard !feed.items.isEmpty else {
      let words = after == nil ? "Nobody has shared anything yet." : "There is nothing older."
      return views + [Paragraph(verbatim: words)]
    }
    for (index, post) in feed.items.enumerated() {
      if index > 0 { views.append(Paragraph(verbatim: "")) }
      views += FriendWords.views(post, calendar)
    }
    if feed.items.contains(where: { !$0.own && $0.ownReaction == nil }) {
      views.append(NextStep("trellis react ID 👏   (or 🎉 🔥 💪 ❤️ 🌱)"))
    }
    if let next = feed.next { views.append(NextStep("trellis feed --after \(next)")) }
    return views
  }

  private struct Document: Encodable {
    let items: [PostAnswer]
    let next: ForeignLine?
    /// The notices that were new until now; they count as seen from here on.
    let notices: [FriendNoticeAnswer]
  }
}
